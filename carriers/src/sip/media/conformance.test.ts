import { mediaStreamSuite } from '@parley/engine/testing/media-stream-suite';
import { afterAll, describe, test } from 'vitest';
import { settle } from '../testing/settle.ts';
import { findFreePorts } from '../testing/testing-service.ts';
import type { SipMediaStream } from './sip-media-stream.ts';
import { TestEnd } from './testing-call.ts';
import { voiceLike } from './testing-signals.ts';

const firstPort = await findFreePorts(100);

describe.each([
  { name: 'PCMU', payloadType: 0, telephoneEventPayloadType: 101 },
  { name: 'G722', payloadType: 9, telephoneEventPayloadType: 96 },
] as const)('a stream of $name', ({ name, payloadType, telephoneEventPayloadType }) => {
  const clock = { nowMs: 0 };
  const near = new TestEnd({ clock, seed: 1, ports: [firstPort, firstPort + 49] });
  const far = new TestEnd({ clock, seed: 2, ports: [firstPort + 50, firstPort + 99] });
  let legs = 0;
  let farStream: SipMediaStream | null = null;
  let saying: Int16Array = new Int16Array(0);

  const open = async () => {
    legs += 1;
    const legId = `leg${legs}`;
    const nearPorts = await near.reserve(legId);
    const farPorts = await far.reserve(legId);
    const codec = { name, payloadType };
    farStream = await far.setRemote({ port: nearPorts.port, codec, telephoneEventPayloadType }, legId);
    saying = new Int16Array(0);
    return near.setRemote({ port: farPorts.port, codec, telephoneEventPayloadType }, legId);
  };
  /** Turned time: the far end ticks along. */
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      const samples = (farStream?.sampleRateHz ?? 8000) / 50;
      farStream?.write(saying.length >= samples ? saying.subarray(0, samples) : null);
      saying = saying.subarray(samples);
      await settle();
      clock.nowMs += 20;
      farStream?.read();
    }
  };

  afterAll(() => {
    near.media.close();
    far.media.close();
  });

  const checks = mediaStreamSuite({
    open,
    wait,
    makeFarEndSound: (stream) => {
      saying = voiceLike(stream.sampleRateHz, 1);
    },
    makeFarEndPress: (_stream, digit) => farStream?.sendDigits(digit),
  });
  test.each(checks)('$name', ({ run }) => run());
});
