/** The platform's default share for creators, in millionths (docs/clicks.md, "Pricing"). */
export const DEFAULT_USER_SHARE_PPM = 700_000;
