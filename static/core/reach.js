// Requests that only the server may answer: what a hotspot's sign-in page says is not believed.

const OURS = "Referee-Book"; // Every answer from the server has this header.

// The answer, after any redirects; null without a connection, or if it came from elsewhere.
export async function reach(address, more = {}) {
  const answer = await fetch(address, more).catch(() => null);
  return answer?.headers.has(OURS) ? answer : null;
}
