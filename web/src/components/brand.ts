/** The product's name and links. The server fills them into the page's `brand:` meta tags (white label). */
export const brand = {
  productName: readBrand('product-name', 'Parley'),
  marketingUrl: readBrand('marketing-url', '/'),
  demoUrl: readBrand('demo-url', '/'),
  privacyUrl: readBrand('privacy-url', '/privacy'),
  termsUrl: readBrand('terms-url', '/terms'),
  /** Empty where nobody has to prove being a person at signup (SIGNUP-3). */
  recaptchaSiteKey: readBrand('recaptcha-site-key', ''),
  /** Where avatars come from, with `{hash}` and `{size}`; empty: they are drawn here (SHELL-5). */
  avatarUrl: readBrand('avatar-url', ''),
} as const;

function readBrand(name: string, fallback: string): string {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="brand:${name}"]`);
  return tag?.content.trim() || fallback;
}
