export const channels = ['EMAIL', 'SMS'] as const
export const messageStatuses = ['PENDING', 'SENT', 'DEAD'] as const
