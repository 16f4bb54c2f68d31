import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { helpItem, type NavItem, navItems } from './nav-items.ts';
import classes from './shell.module.css';

type SideNavProps = { isCollapsed: boolean; onNavigate?: () => void };

/** The links of the product. Collapsed, it shows icons, with their names as tooltips and for screen readers. */
export function SideNav({ isCollapsed, onNavigate }: SideNavProps) {
  const show = (item: NavItem) => (
    <NavEntry key={item.to} item={item} isCollapsed={isCollapsed} onClick={onNavigate} />
  );
  return (
    <nav aria-label="Main" className={classes['nav']} id="side-nav">
      <ul className={classes['list']}>{navItems.map(show)}</ul>
      <ul className={classes['list']}>{show(helpItem)}</ul>
    </nav>
  );
}

type NavEntryProps = { item: NavItem; isCollapsed: boolean; onClick: (() => void) | undefined };

function NavEntry({ item, isCollapsed, onClick }: NavEntryProps) {
  const Icon = item.icon;
  return (
    <li>
      <Tooltip label={item.label} position="right" disabled={!isCollapsed}>
        <Link to={item.to} className={classes['link']} onClick={() => onClick?.()}>
          <Icon size={20} stroke={1.7} aria-hidden="true" />
          <span className={classes['label']}>{item.label}</span>
        </Link>
      </Tooltip>
    </li>
  );
}
