// Sounds for a peg and for a game or match that is won, synthesised here so that nothing is downloaded.

let context = null;
let playing = 0;

function sounding() {
  context ??= new AudioContext();
  context.resume();
  return context;
}

// A context that runs in silence keeps the phone's audio hardware awake: the last sound to end suspends it.
function start(sound, at) {
  playing += 1;
  sound.onended = () => {
    playing -= 1;
    if (!playing) context.suspend();
  };
  sound.start(at);
}

// A short tap on wood: noise through a narrow filter.
function knock(at, pitch) {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, sampleRate * 0.06, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / samples.length);
  const noise = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 6 });
  noise.connect(filter).connect(new GainNode(context, { gain: 2.5 })).connect(context.destination);
  start(noise, at);
}

function tone(at, frequency) {
  const sound = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setTargetAtTime(0.18, at, 0.01);
  gain.gain.setTargetAtTime(0, at + 0.1, 0.16);
  sound.connect(gain).connect(context.destination);
  start(sound, at);
  sound.stop(at + 1.2);
}

// A peg moves to the next hole.
export function pegged() {
  const { currentTime } = sounding();
  knock(currentTime, 700);
  knock(currentTime + 0.42, 1100);
}

// A game or match is won: the peg, and three notes.
export function won() {
  pegged();
  for (const [place, frequency] of [523.25, 659.25, 783.99].entries()) tone(context.currentTime + 0.5 + place * 0.16, frequency);
}

// A round's time is up: two notes, three times.
export function rung() {
  const { currentTime } = sounding();
  for (let ring = 0; ring < 3; ring += 1) {
    tone(currentTime + ring * 0.7, 880);
    tone(currentTime + ring * 0.7 + 0.25, 659.25);
  }
}
