/** The notification types of the specification, in its printed order. */
export const notificationTypes = ['EMPLOYEE_ORDER', 'EMPLOYEE_REGISTRATION', 'SYSTEM_UPDATE', 'PAYMENT_REMINDER', 'ORDER_STATUS_CHANGE', 'GENERAL'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notificationPriorities = ['LOW', 'NORMAL', 'HIGH'] as const
export type NotificationPriority = (typeof notificationPriorities)[number]
