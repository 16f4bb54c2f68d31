/** The product's name and links. The server fills them into the page's `brand:` meta tags (white label). */
export const brand = {
  productName: readBrand('product-name', 'Parley'),
  marketingUrl: readBrand('marketing-url', '/'),
  demoUrl: readBrand('demo-url', '/'),
} as const;

function readBrand(name: string, fallback: string): string {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="brand:${name}"]`);
  return tag?.content.trim() || fallback;
}
