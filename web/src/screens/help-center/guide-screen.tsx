import { Anchor, Card, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconBook, IconMoodPuzzled } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { navItems } from '../../app/shell/nav-items.ts';
import { LinkButton, LinkText } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { GuideBody } from './guide-body.tsx';
import { findGuide } from './guides.ts';
import classes from './help-center.module.css';

/** One guide, at an address that can be sent to a colleague. */
export function GuideScreen() {
  const { slug } = useParams({ strict: false });
  const guide = findGuide(slug ?? '');
  if (guide === undefined) return <GuideNotFound />;
  const related = guide.related.flatMap((other) => findGuide(other) ?? []);
  const screens = navItems.filter(({ to }) => guide.about.includes(to));
  return (
    <article className={classes['article']}>
      <LinkText to="/app/help-center" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" /> All guides
      </LinkText>
      <PageHeader title={guide.title} subtitle={guide.summary} />
      <Card padding="xl">
        <GuideBody body={guide.body} />
      </Card>
      <div className={classes['next']}>
        {screens.length > 0 && (
          <nav aria-label="Screens of this guide">
            <Title order={2} size="h3">
              Go to
            </Title>
            {screens.map(({ label, to, icon: Icon }) => (
              <LinkText key={to} to={to} className={classes['next-link'] ?? ''}>
                <Icon size={18} stroke={1.7} aria-hidden="true" /> {label}
              </LinkText>
            ))}
          </nav>
        )}
        {related.length > 0 && (
          <nav aria-label="Related guides">
            <Title order={2} size="h3">
              Read next
            </Title>
            {related.map((other) => (
              <LinkText
                key={other.slug}
                to="/app/help-center/$slug"
                params={{ slug: other.slug }}
                className={classes['next-link'] ?? ''}
              >
                <IconBook size={18} stroke={1.7} aria-hidden="true" /> {other.title}
              </LinkText>
            ))}
          </nav>
        )}
      </div>
      <Text c="dimmed" size="sm" mt="xl">
        Developers find the API at{' '}
        <Anchor href="/api/docs" size="sm" underline="always">
          /api/docs
        </Anchor>
        .
      </Text>
    </article>
  );
}

function GuideNotFound() {
  return (
    <>
      <PageHeader title="Help Center" />
      <Card>
        <Notice
          icon={<IconMoodPuzzled size={26} stroke={1.7} />}
          title="There is no guide at this address"
          action={<LinkButton to="/app/help-center">All guides</LinkButton>}
        >
          It may have been renamed. The search finds guides by any of their words.
        </Notice>
      </Card>
    </>
  );
}
