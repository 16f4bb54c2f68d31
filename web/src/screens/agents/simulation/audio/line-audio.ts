import workletUrl from './line-worklet.ts?worker&url';

/** Why a microphone cannot be used. */
export type MicrophoneProblem = 'denied' | 'missing' | 'busy' | 'insecure';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`The microphone cannot be used: ${problem}.`, { cause });
    this.problem = problem;
  }
}

/** Levels from 0 to 1, told about twelve times a second. */
export type Levels = { onMine: (level: number) => void; onTheirs: (level: number) => void };

/** The sound of a simulation: the agent through the speaker, and the microphone where it was asked for. */
export type LineAudio = {
  /** Plays 20 ms of the agent. */
  play(frame: ArrayBuffer): void;
  /** Nothing of the microphone is sent while it is muted; the browser shows it as off. */
  setMuted(isMuted: boolean): void;
  setSpeakerOn(isOn: boolean): void;
  close(): void;
};

/**
 * Opens the sound, in the moment somebody presses a button: a browser lets no page make sound before.
 * @throws MicrophoneError when the microphone was asked for and cannot be used.
 */
export async function openLineAudio(options: {
  withMicrophone: boolean;
  levels: Levels;
  /** 20 ms of the microphone. */
  onFrame: (frame: ArrayBuffer) => void;
}): Promise<LineAudio> {
  const { withMicrophone, levels, onFrame } = options;
  const context = new AudioContext({ latencyHint: 'interactive' });
  let stream: MediaStream | undefined;
  const close = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  try {
    stream = withMicrophone ? await openMicrophone() : undefined;
    await context.audioWorklet.addModule(workletUrl);
    const speaker = new AudioWorkletNode(context, 'line-speaker', { numberOfInputs: 0 });
    const volume = new GainNode(context);
    speaker.connect(volume).connect(context.destination);
    speaker.port.onmessage = ({ data }: MessageEvent<{ level: number }>) => levels.onTheirs(data.level);
    if (stream) {
      const microphone = new AudioWorkletNode(context, 'line-microphone', {
        numberOfOutputs: 0,
        channelCount: 1,
        channelCountMode: 'explicit',
      });
      microphone.port.onmessage = ({ data }: MessageEvent<{ level?: number; frame?: ArrayBuffer }>) => {
        if (data.frame) onFrame(data.frame);
        if (data.level !== undefined) levels.onMine(data.level);
      };
      context.createMediaStreamSource(stream).connect(microphone);
    }
    void context.resume();
    return {
      play: (frame) => speaker.port.postMessage(frame, [frame]),
      setMuted(isMuted) {
        for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
      },
      setSpeakerOn(isOn) {
        volume.gain.value = isOn ? 1 : 0;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function openMicrophone(): Promise<MediaStream> {
  // Only secure contexts have it (Media Capture and Streams, 10.2).
  if (!navigator.mediaDevices?.getUserMedia) throw new MicrophoneError('insecure');
  try {
    return await navigator.mediaDevices.getUserMedia({
      // Without the first the agent would hear itself from the speaker and fall silent.
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
    });
  } catch (error) {
    const { name } = error as DOMException;
    const isMissing = name === 'NotFoundError' || name === 'OverconstrainedError';
    throw new MicrophoneError(
      name === 'NotAllowedError' || name === 'SecurityError' ? 'denied' : isMissing ? 'missing' : 'busy',
      error,
    );
  }
}
