// The sounds themselves: short and soft, made in the page.

let context: AudioContext | null = null;
let output: GainNode | null = null;

/** All sounds go through one volume and one limiter: several at once are not louder than one. */
function outputOf(audio: AudioContext): GainNode {
  const limiter = audio.createDynamicsCompressor();
  limiter.threshold.value = -12;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.002;
  limiter.connect(audio.destination);
  const master = audio.createGain();
  master.connect(limiter);
  return master;
}

interface Note {
  /** Hertz at the start and at the end. */
  from: number;
  to: number;
  /** Seconds after the start of the sound, and how long. */
  at: number;
  long: number;
  loud: number;
  shape: OscillatorType;
}

const note = (from: number, to: number, at: number, long: number, loud = 0.2, shape: OscillatorType = "sine"): Note => ({ from, to, at, long, loud, shape });

const purr = Array.from({ length: 9 }, (_, i) => note(72, 60, i * 0.055, 0.05, 0.22, "triangle"));

const SOUNDS = {
  place: [note(320, 250, 0, 0.09, 0.22)],
  boop: [note(240, 520, 0, 0.13, 0.25)],
  fall: [note(420, 110, 0, 0.3, 0.18)],
  graduate: [...purr, note(660, 660, 0.3, 0.18, 0.1), note(880, 880, 0.42, 0.25, 0.1)],
  booo: [note(300, 180, 0, 0.55, 0.2), note(303, 176, 0.02, 0.55, 0.14, "triangle")],
  click: [note(1400, 700, 0, 0.03, 0.14, "triangle"), note(260, 180, 0.01, 0.06, 0.2)],
  turn: [note(880, 880, 0, 0.22, 0.12), note(1320, 1320, 0.09, 0.35, 0.08)],
  win: [note(523, 523, 0, 0.16, 0.14), note(659, 659, 0.13, 0.16, 0.14), note(784, 784, 0.26, 0.4, 0.16)],
  lose: [note(392, 392, 0, 0.2, 0.12), note(330, 330, 0.18, 0.4, 0.12)],
  draw: [note(587, 587, 0, 0.5, 0.14)],
  offer: [note(660, 660, 0, 0.14, 0.12), note(660, 660, 0.2, 0.2, 0.12)],
  chat: [note(990, 880, 0, 0.08, 0.1, "triangle")],
  wrong: [note(190, 150, 0, 0.18, 0.18, "triangle")],
} satisfies Record<string, Note[]>;

export type Sound = keyof typeof SOUNDS;

/** Several tabs of one person at one table are heard once: who sounds first keeps the others quiet for a moment. */
const MOMENT = 800;
let ours = false;

export function sound(which: Sound, volume: number): void {
  // Locks are missing on plain http: there every tab is heard.
  if (ours || !navigator.locks) return begin(which, volume);
  void navigator.locks.request("boohive-sound", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    ours = true;
    begin(which, volume);
    await new Promise((resolve) => setTimeout(resolve, MOMENT));
    ours = false;
  });
}

function begin(which: Sound, volume: number): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  output ??= outputOf(context);
  output.gain.value = volume;
  for (const each of SOUNDS[which]) sing(context, output, each);
}

function sing(audio: AudioContext, output: AudioNode, { from, to, at, long, loud, shape }: Note): void {
  const start = audio.currentTime + at;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  voice.connect(gain).connect(output);
  voice.start(start);
  voice.stop(start + long + 0.02);
}
