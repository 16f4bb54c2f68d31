import { useEffect, useState } from 'react';
import { avatarUrlOf } from './avatar-url.ts';
import { brand } from './brand.ts';
import { Identicon } from './identicon.tsx';
import { avatarSize } from './identicon-pattern.ts';

/** The avatar of an email address (SHELL-5): drawn here, or by the service the operator configured. Decorative. */
export function Avatar({ email, size }: { email: string; size?: number }) {
  const [url, setUrl] = useState<string>();
  const pixels = avatarSize(size);
  useEffect(() => {
    let isCurrent = true;
    setUrl(undefined);
    if (brand.avatarUrl !== '' && email.trim() !== '')
      void avatarUrlOf(brand.avatarUrl, email, pixels).then((found) => {
        if (isCurrent) setUrl(found);
      });
    return () => {
      isCurrent = false;
    };
  }, [email, pixels]);

  if (url === undefined) return <Identicon email={email} size={pixels} />;
  return (
    <img
      src={url}
      width={pixels}
      height={pixels}
      alt=""
      referrerPolicy="no-referrer"
      style={{ borderRadius: '30%', display: 'block' }}
      onError={() => setUrl(undefined)}
    />
  );
}
