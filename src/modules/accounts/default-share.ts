/** The platform's share for creators where nobody has said another, in millionths (docs/domain.md, "The split"). */
export const DEFAULT_USER_SHARE_PPM = 700_000;
