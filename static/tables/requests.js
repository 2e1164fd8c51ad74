// The request that enters an item of the outbox. It names its turn, or the entry that it follows, so that the version only
// says what the page has seen.

export const inOrder = () => 0;

export function requestOf(match, { key, game, fields }, version = 0) {
  const body = new URLSearchParams({ version, key, ...fields });
  return { address: `${game}/matches/${match}/enter`, body };
}
