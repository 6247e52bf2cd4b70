import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react'
import './Button.css'

interface Own<As extends ElementType> {
  /** What it is made of: `Link` or `"a"` make it a link, `"label"` the face of a hidden input. */
  component?: As
  /** `default` has an outline, `subtle` is its words alone. */
  variant?: 'default' | 'subtle'
  size?: 'compact-sm' | 'sm' | 'md' | 'lg'
  /** As wide as its place. */
  fullWidth?: boolean
  /** What it does is under way: it answers no press meanwhile and says so, and keeps the focus. */
  loading?: boolean
  disabled?: boolean
  leftSection?: ReactNode
  rightSection?: ReactNode
  /** How its sections and words stand in a wide one. */
  justify?: 'flex-start' | 'space-between'
  /** Its meaning, where that has a colour of its own. */
  'data-act'?: 'primary' | 'danger' | 'destroy' | 'light' | undefined
  className?: string | undefined
  children?: ReactNode
}

export type ButtonProps<As extends ElementType = 'button'> = Own<As> &
  Omit<ComponentPropsWithRef<As>, keyof Own<ElementType>>

/** A disabled element would drop the focus on the page, and who works by keyboard would start again from the top. */
const busy = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }

/** A button, or a link that looks like one. The one orange act of a view is a `PrimaryButton`. */
export function Button<As extends ElementType = 'button'>(props: ButtonProps<As>) {
  const {
    component,
    variant,
    size,
    fullWidth,
    loading,
    disabled,
    leftSection,
    rightSection,
    justify,
    className,
    ...others
  } = props as ButtonProps<'button'>
  const { children, ...rest } = others
  const Tag: ElementType = component ?? 'button'
  const own = Tag === 'button' ? { type: 'button' as const, disabled: Boolean(disabled && !loading) } : {}
  return (
    <Tag
      {...own}
      {...rest}
      {...(loading ? busy : {})}
      className={className ? `button ${className}` : 'button'}
      data-variant={variant ?? 'default'}
      data-size={size ?? 'md'}
      data-block={fullWidth || undefined}
      data-loading={loading || undefined}
      data-disabled={disabled || undefined}
      data-left={leftSection ? true : undefined}
      data-right={rightSection ? true : undefined}
    >
      {loading && <span className="button-loader" aria-hidden="true" />}
      <span className="button-inner" data-justify={justify}>
        {leftSection}
        <span className="button-label">{children}</span>
        {rightSection}
      </span>
    </Tag>
  )
}
