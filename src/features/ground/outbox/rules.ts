export const channels = ['EMAIL', 'SMS'] as const
export const messageStatuses = ['PENDING', 'SENT', 'DEAD'] as const
export type MessageStatus = (typeof messageStatuses)[number]
