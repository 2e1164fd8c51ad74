// Speech output in the chosen voice.

import { chosen } from "./choices.js";

const voice = window.speechSynthesis;

// The voices that speak English.
export const voices = () => (voice?.getVoices?.() ?? []).filter((each) => each.lang.startsWith("en"));

// Stop speaking, then speak a text if there is one.
export function say(text) {
  voice.cancel();
  if (!text) return;
  const words = new SpeechSynthesisUtterance(text);
  const liked = voices().find((each) => each.voiceURI === chosen("voice"));
  words.lang = liked?.lang ?? "en-GB";
  if (liked) words.voice = liked;
  voice.speak(words);
}
