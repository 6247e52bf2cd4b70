/** A table that the peers hold: the same rows as the product's, in a shape of their own. */
export interface Table {
  readonly name: string
  /** One of its rows. */
  readonly one: string
  /** The product's table. */
  readonly from: string
  /** Columns copied under their own names. */
  readonly columns: readonly string[]
  /** A column of the source that names another table's row. */
  readonly links: Readonly<Record<string, { readonly by: string; readonly to: string }>>
}

export const tables: readonly Table[] = [
  {
    name: 'companies',
    one: 'company',
    from: 'companies',
    columns: ['name', 'business_id', 'country', 'language', 'max_price_cents', 'active'],
    links: {},
  },
  {
    name: 'stores',
    one: 'store',
    from: 'bike_stores',
    columns: ['name', 'email', 'phone', 'city', 'active'],
    links: {},
  },
  {
    name: 'people',
    one: 'person',
    from: 'users',
    columns: ['first_name', 'last_name', 'email', 'work_email', 'phone_number', 'language'],
    links: {},
  },
  {
    name: 'employees',
    one: 'employee',
    from: 'beneficiary_employees',
    columns: ['status', 'employee_number', 'cost_unit', 'pay_roll_other', 'order_status', 'payment_status'],
    links: { company: { by: 'company_id', to: 'companies' }, person: { by: 'user_id', to: 'people' } },
  },
  {
    name: 'agreements',
    one: 'agreement',
    from: 'leasing_agreements',
    columns: [
      'agreement_number',
      'status',
      'lease_state',
      'price_cents',
      'instalment_cents',
      'lease_months',
      'start_day',
      'end_day',
    ],
    links: {},
  },
  {
    name: 'orders',
    one: 'order',
    from: 'orders',
    columns: [
      'order_number',
      'status',
      'status_changed_at',
      'is_online_order',
      'bike_brand',
      'bike_model',
      'bike_price_cents',
      'total_price_cents',
      'commitment_day',
      'processed_at',
      'frame_number',
    ],
    links: {
      company: { by: 'company_id', to: 'companies' },
      employee: { by: 'beneficiary_employee_id', to: 'employees' },
      store: { by: 'bike_store_id', to: 'stores' },
      agreement: { by: 'agreement_id', to: 'agreements' },
    },
  },
]
