import { brand } from '../../components/brand.ts';

type Recaptcha = {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
};

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

let loading: Promise<Recaptcha> | undefined;

/** Loads what proves a person, where the operator configured it; nothing is fetched elsewhere (SIGNUP-3). */
export function loadRecaptcha(): Promise<Recaptcha | undefined> {
  if (brand.recaptchaSiteKey === '') return Promise.resolve(undefined);
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    // https://developers.google.com/recaptcha/docs/v3
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(brand.recaptchaSiteKey)}`;
    script.async = true;
    script.onload = () => {
      const { grecaptcha } = window;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('The script of the person check brought nothing.'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('The person check could not be loaded.'));
    };
    document.head.append(script);
  });
  // The next try loads it anew.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** A token that proves a person signs up, good for two minutes and one use; undefined where none is asked for. */
export async function provePerson(): Promise<string | undefined> {
  const recaptcha = await loadRecaptcha();
  return await recaptcha?.execute(brand.recaptchaSiteKey, { action: 'signup' });
}
