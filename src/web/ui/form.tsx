import type { ComponentProps } from 'react';
import type { Submission } from '../lib/use-submission.ts';

type Props = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  submission: Pick<Submission, 'submit'>;
};

/** The only form element there is, so that none can be submitted twice (the linter refuses others). */
export function Form({ submission, ...rest }: Props) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        // It may stand within another form: what is drawn over one is still its child.
        event.stopPropagation();
        void submission.submit();
      }}
    />
  );
}
