/** The platform's default share for creators, in millionths (docs/domain.md, "The split"). */
export const DEFAULT_USER_SHARE_PPM = 700_000;
