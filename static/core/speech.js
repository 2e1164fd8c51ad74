// Speech output, in the voice that was chosen.

import { chosen } from "./choices.js";

const voice = window.speechSynthesis;

// The voices that speak English.
export const voices = () => (voice?.getVoices?.() ?? []).filter((each) => each.lang.startsWith("en"));

// Speak a text, or nothing, in place of what is being spoken.
export function say(text) {
  voice.cancel();
  if (!text) return;
  const words = new SpeechSynthesisUtterance(text);
  const liked = voices().find((each) => each.voiceURI === chosen("voice"));
  words.lang = liked?.lang ?? "en-GB";
  if (liked) words.voice = liked;
  voice.speak(words);
}
