/**
 * Whom we listen to and send to (symmetric RTP, RFC 4961). The first source that sends real packets is the far end,
 * wherever its description said it would be, as phones behind NAT do not know their address; from then on other
 * sources are ignored, so that nobody can talk into a call (RFC 3550 section 9 leaves this to us). Only the address
 * that signalling named may still take over, once. A new signalled address begins anew.
 */
export class SourceLatch {
  #signalledAddress = '';
  #signalledPort = 0;
  #address = '';
  #port = 0;
  #isLatched = false;
  #isSignalledOne = false;

  /** Where packets go; the port is 0 while nobody is known. */
  get address(): string {
    return this.#address;
  }

  get port(): number {
    return this.#port;
  }

  /** The far end sends from where signalling said it would be: no other source takes over until signalling moves it. */
  get isSettled(): boolean {
    return this.#isLatched && this.#isSignalledOne;
  }

  /** The far end is said to be at this address. `0.0.0.0` and `::` say that it is nowhere yet. */
  setSignalled(address: string, port: number): void {
    if (address === this.#signalledAddress && port === this.#signalledPort) return;
    const isFirst = this.#signalledPort === 0;
    this.#signalledAddress = address;
    this.#signalledPort = port;
    // Packets may have come before the answer: that source stays.
    if (isFirst && this.#isLatched) {
      this.#isSignalledOne = address === this.#address && port === this.#port;
      return;
    }
    this.#isLatched = false;
    this.#isSignalledOne = false;
    const isNowhere = address === '0.0.0.0' || address === '::';
    this.#address = isNowhere ? '' : address;
    this.#port = isNowhere ? 0 : port;
  }

  /** Whether a packet from here is the far end's. Only well-formed audio or events may be asked about. */
  accept(address: string, port: number): boolean {
    if (this.#isLatched && port === this.#port && address === this.#address) return true;
    const isSignalled = port === this.#signalledPort && address === this.#signalledAddress;
    if (this.#isLatched && (this.#isSignalledOne || !isSignalled)) return false;
    this.#isLatched = true;
    this.#isSignalledOne = isSignalled;
    this.#address = address;
    this.#port = port;
    return true;
  }

  /** Whether RTCP from this address is the far end's: its port may be any. */
  acceptsControl(address: string): boolean {
    return address === this.#address || address === this.#signalledAddress;
  }
}
