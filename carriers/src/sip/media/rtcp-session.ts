import type { ReceiveStatistics } from './receive-statistics.ts';
import { buildReport, type NtpTime, readReports } from './rtcp-packet.ts';

/** What the sending side has done so far. */
export type SentFigures = { source: number; timestamp: number; packets: number; octets: number };

/**
 * When to report, and what: RTCP between two parties (RFC 3550 section 6). With two members the interval is its
 * minimum, so that the rules about large groups and their reconsideration have nothing to do.
 */
export class RtcpSession {
  readonly #statistics: ReceiveStatistics;
  readonly #sent: SentFigures;
  readonly #name: string;
  readonly #random: () => number;
  /** Wall clock minus the monotonic one. */
  readonly #wallOffsetMs: number;
  #nextAtMs: number;
  #packetsAtReport = 0;
  #hasReported = false;
  #farSource = 0;
  #farReport = 0;
  #farReportAtMs = 0;
  #roundTripMs: number | null = null;

  constructor(options: {
    statistics: ReceiveStatistics;
    sent: SentFigures;
    name: string;
    nowMs: number;
    wallMs: number;
    random: () => number;
  }) {
    this.#statistics = options.statistics;
    this.#sent = options.sent;
    this.#name = options.name;
    this.#random = options.random;
    this.#wallOffsetMs = options.wallMs - options.nowMs;
    // Section 6.2: half the minimum before the first report.
    this.#nextAtMs = options.nowMs + this.#interval(minimumIntervalMs / 2);
  }

  /** Time for a packet to come back, from the last report about our sending that named one of our reports. */
  get roundTripMs(): number | null {
    return this.#roundTripMs;
  }

  /** The report due now, or null. */
  takeDue(nowMs: number): Uint8Array | null {
    if (nowMs < this.#nextAtMs) return null;
    this.#nextAtMs = nowMs + this.#interval(minimumIntervalMs);
    return this.#build(nowMs, false);
  }

  /** The last report, with a goodbye; null when none was ever sent and nobody needs it (section 6.3.7). */
  takeGoodbye(nowMs: number): Uint8Array | null {
    return this.#hasReported || this.#sent.packets > 0 ? this.#build(nowMs, true) : null;
  }

  /** Takes a datagram of the far end. False: not RTCP. */
  onDatagram(bytes: Uint8Array, nowMs: number): boolean {
    return readReports(bytes, {
      onSenderReport: (source, middleTime) => {
        this.#farSource = source;
        this.#farReport = middleTime;
        this.#farReportAtMs = nowMs;
      },
      onReportBlock: (block) => {
        if (block.source !== this.#sent.source || block.lastReport === 0) return;
        // Section 6.4.1: A - LSR - DLSR, in 1/65536 s modulo 2^32.
        const now = middleOf(this.#ntp(nowMs));
        const roundTripMs = ((now - block.lastReport - block.sinceLastReport) | 0) / 65.536;
        if (roundTripMs >= 0 && roundTripMs < implausibleMs) this.#roundTripMs = roundTripMs;
      },
      onGoodbye: () => {},
    });
  }

  #interval(minimumMs: number): number {
    // Section 6.3.1: half to one and a half of it, over e - 3/2.
    return (minimumMs * (0.5 + this.#random())) / 1.21828;
  }

  #build(nowMs: number, isGoodbye: boolean): Uint8Array {
    const sent = this.#sent;
    const block = this.#statistics.takeReport();
    const hasSent = sent.packets > this.#packetsAtReport;
    this.#packetsAtReport = sent.packets;
    this.#hasReported = true;
    const hasFarReport = block !== null && this.#farReportAtMs > 0 && block.source === this.#farSource;
    return buildReport({
      source: sent.source,
      name: this.#name,
      sent: hasSent
        ? {
            time: this.#ntp(nowMs),
            timestamp: sent.timestamp,
            packets: sent.packets,
            octets: sent.octets,
          }
        : null,
      received: block && {
        ...block,
        lastReport: hasFarReport ? this.#farReport : 0,
        sinceLastReport: hasFarReport ? Math.round((nowMs - this.#farReportAtMs) * 65.536) : 0,
      },
      isGoodbye,
    });
  }

  #ntp(nowMs: number): NtpTime {
    const ms = nowMs + this.#wallOffsetMs;
    const seconds = Math.floor(ms / 1000);
    return {
      seconds: seconds + secondsTo1970,
      fraction: Math.floor(((ms - seconds * 1000) / 1000) * 2 ** 32),
    };
  }
}

function middleOf(time: NtpTime): number {
  return (((time.seconds & 0xffff) << 16) | (time.fraction >>> 16)) >>> 0;
}

/** Section 6.2. */
const minimumIntervalMs = 5000;
/** From 1900 to 1970 (section 4). */
const secondsTo1970 = 2_208_988_800;
const implausibleMs = 60_000;
