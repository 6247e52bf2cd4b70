/** How long a link for joining can be used. */
export const REGISTER_LINK_DAYS = 90
