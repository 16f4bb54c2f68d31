import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { SecureContext, SecureContextOptions } from 'node:tls';
import { checkServerIdentity, createSecureContext, getCACertificates } from 'node:tls';
import type { SipTlsFiles } from '../../carrier.ts';

/** Least version (RFC 8996 forbids the older ones). */
const minVersion = 'TLSv1.2';

/**
 * Who we are over TLS, and whom we trust. Our certificate is shown to who connects, and to servers that ask for one;
 * without it nobody can connect to us.
 */
export class TlsIdentity {
  readonly #files: SipTlsFiles;
  #pems: Pems;
  #context: SecureContext;

  /** Rejects with a sentence that names the variable whose file cannot be used. */
  static async open(files: SipTlsFiles): Promise<TlsIdentity> {
    return new TlsIdentity(files, await readAll(files));
  }

  private constructor(files: SipTlsFiles, pems: Pems) {
    this.#files = files;
    this.#pems = pems;
    this.#context = contextOf(pems);
  }

  /** Whether others can connect to us. */
  get canListen(): boolean {
    return this.#files.certificate !== undefined;
  }

  /** For connections of ours. */
  get context(): SecureContext {
    return this.#context;
  }

  /** For a server. */
  get serverOptions(): SecureContextOptions {
    return { minVersion, cert: this.#pems.cert, key: this.#pems.key };
  }

  /** Reads the files again. True when they had changed; rejects, and stays as it was, when they cannot be used. */
  async renew(): Promise<boolean> {
    const pems = await readAll(this.#files);
    if (JSON.stringify(pems) === JSON.stringify(this.#pems)) return false;
    this.#context = contextOf(pems);
    this.#pems = pems;
    return true;
  }
}

/** What a TLS connection to `serverName` is opened with: its certificate must be of that name or address. */
export function proofOf(serverName: string) {
  return {
    // An address is no server name (RFC 6066 section 3).
    ...(isIP(serverName) === 0 && { servername: serverName }),
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(serverName, certificate),
  };
}

type Pems = { cert: string | undefined; key: string | undefined; ca: string | undefined };

async function readAll(files: SipTlsFiles): Promise<Pems> {
  return {
    cert: await readPem('SIP_TLS_CERT', files.certificate),
    key: await readPem('SIP_TLS_KEY', files.key),
    ca: await readPem('SIP_TLS_CA', files.authorities),
  };
}

async function readPem(variable: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${variable} cannot be read: ${file}.`, { cause });
  });
  if (!text.includes('-----BEGIN ')) throw new Error(`${variable} is no PEM file: ${file}.`);
  return text;
}

function contextOf({ cert, key, ca }: Pems): SecureContext {
  try {
    return createSecureContext({
      minVersion,
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(ca !== undefined && { ca: [...getCACertificates('default'), ca] }),
    });
  } catch (cause) {
    throw new Error('The certificate and key of SIP_TLS_CERT and SIP_TLS_KEY do not fit together.', {
      cause,
    });
  }
}
