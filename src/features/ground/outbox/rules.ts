export const channels = ['EMAIL', 'SMS'] as const
/** KEPT: nobody delivers its channel, so it stands here and was sent to nobody. */
export const messageStatuses = ['PENDING', 'SENT', 'KEPT', 'DEAD'] as const
export type MessageStatus = (typeof messageStatuses)[number]
