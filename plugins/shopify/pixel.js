// Custom pixel for Shopify: “Settings > Customer events > Add custom pixel”. Replace the address and both keys.
//
// It keeps the click of a landing page and reports the completed checkout with it. Orders are also reported by the webhooks, which
// prove the order; the pixel adds the click if Shopify does not know the landing page.
const COLLECTOR = 'https://tributary.example/px/TRACKING_KEY.gif';
const COOKIE = 'tributary_TRACKING_KEY';
const CLICK = /[?&]tclid=([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(?:[&#]|$)/i;
const SECONDS = 30 * 86_400;

let landed = null;
let isAllowed = init.customerPrivacy.marketingAllowed;

// While consent is missing, the click remains in the memory of the page.
const keep = async () => {
  if (isAllowed && landed !== null)
    await browser.cookie.set(`${COOKIE}=${landed};path=/;max-age=${SECONDS};samesite=lax;secure`);
  if (!isAllowed) await browser.cookie.set(`${COOKIE}=;path=/;max-age=0`);
};

api.customerPrivacy.subscribe('visitorConsentCollected', ({ customerPrivacy }) => {
  isAllowed = customerPrivacy.marketingAllowed;
  return keep();
});

analytics.subscribe('page_viewed', ({ context }) => {
  landed = CLICK.exec(context.document.location.href)?.[1] ?? landed;
  return keep();
});

analytics.subscribe('checkout_completed', async ({ data: { checkout } }) => {
  if (!isAllowed || !checkout.order?.id) return;
  const fields = {
    // A number, or an address that ends with it.
    order_id: /\d+$/.exec(checkout.order.id)[0],
    order_value: checkout.subtotalPrice.amount,
    currency: checkout.currencyCode,
    tclid: landed ?? (await browser.cookie.get(COOKIE)) ?? '',
    voucher_code: checkout.discountApplications
      .filter(({ type }) => type === 'DISCOUNT_CODE')
      .map(({ title }) => title)
      .join(','),
  };
  // The reply is not read, so the collector needs no CORS permission.
  await fetch(`${COLLECTOR}?${new URLSearchParams(fields)}`, {
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
  });
});
