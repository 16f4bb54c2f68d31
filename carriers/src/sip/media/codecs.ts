import { decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw } from '@parley/engine/audio/g711';
import type { CallRateHz } from '@parley/engine/interfaces/media-stream';
import type { CodecName } from '../media-messages.ts';
import { RateDoubler, RateHalver } from './double-rate.ts';
import { G722Decoder, G722Encoder } from './g722.ts';

/** Rates the codecs code; all have 8 octets per ms and an RTP clock of 8000 (RFC 3551 section 4.5). */
export const codecRateHz: Record<CodecName, CallRateHz> = { PCMU: 8000, PCMA: 8000, G722: 16_000 };

/** Static payload types (RFC 3551 table 4). */
export const staticPayloadTypes = { PCMU: 0, PCMA: 8, G722: 9, comfortNoise: 13 } as const;

/** Turns a payload into samples of the stream's rate. The array is reused by the next payload. */
export type PayloadDecoder = (payload: Uint8Array) => Int16Array;

/** Encodes 20 ms of samples of the stream's rate into 160 octets. */
export type PayloadEncoder = (samples: Int16Array, into: Uint8Array) => void;

export function createDecoder(codec: CodecName, rateHz: CallRateHz): PayloadDecoder {
  const decode = createOwnRateDecoder(codec);
  const codedHz = codecRateHz[codec];
  if (codedHz === rateHz) return decode;
  const doubler = new RateDoubler();
  const halver = new RateHalver();
  let converted = new Int16Array(0);
  return (payload) => {
    const samples = decode(payload);
    const length = (samples.length * rateHz) / codedHz;
    if (converted.length !== length) converted = new Int16Array(length);
    if (rateHz > codedHz) doubler.process(samples, converted);
    else halver.process(samples, converted);
    return converted;
  };
}

export function createEncoder(codec: CodecName, rateHz: CallRateHz): PayloadEncoder {
  const encode = createOwnRateEncoder(codec);
  const codedHz = codecRateHz[codec];
  if (codedHz === rateHz) return encode;
  const doubler = new RateDoubler();
  const halver = new RateHalver();
  const converted = new Int16Array(codedHz / 50);
  return (samples, into) => {
    if (codedHz > rateHz) doubler.process(samples, converted);
    else halver.process(samples, converted);
    encode(converted, into);
  };
}

function createOwnRateDecoder(codec: CodecName): PayloadDecoder {
  let samples = new Int16Array(160);
  if (codec === 'G722') {
    const decoder = new G722Decoder();
    return (payload) => {
      if (samples.length !== payload.length * 2) samples = new Int16Array(payload.length * 2);
      decoder.decode(payload, samples);
      return samples;
    };
  }
  const decode = codec === 'PCMU' ? decodeMuLaw : decodeALaw;
  return (payload) => {
    if (samples.length !== payload.length) samples = new Int16Array(payload.length);
    decode(payload, samples);
    return samples;
  };
}

function createOwnRateEncoder(codec: CodecName): PayloadEncoder {
  if (codec === 'PCMU') return encodeMuLaw;
  if (codec === 'PCMA') return encodeALaw;
  const encoder = new G722Encoder();
  return (samples, into) => {
    encoder.encode(samples, into);
  };
}
