/** Why a loss is final (VAT Act 78 §; guidance of the Tax Administration on credit losses). */
export const lossGrounds = ['BANKRUPTCY', 'ENFORCEMENT', 'DEBT_ARRANGEMENT', 'TIME_BARRED', 'SMALL'] as const
