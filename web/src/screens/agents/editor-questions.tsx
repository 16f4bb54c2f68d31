import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

type EditorQuestionsProps = {
  isReverting: boolean;
  onRevert: () => void;
  onKeep: () => void;
  isLeaving: boolean;
  onLeave: () => void;
  onStay: () => void;
  /** An earlier visit left changes in this browser. */
  hasDraft: boolean;
  /** Somebody saved the agent after that. */
  isDraftOld: boolean;
  onRestore: () => void;
  onDrop: () => void;
};

/** The questions before something that was written would be lost (EDITOR-2). */
export function EditorQuestions(props: EditorQuestionsProps) {
  return (
    <>
      <ConfirmDialog
        isOpen={props.isReverting}
        title="Revert your changes?"
        confirmLabel="Revert"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={props.onRevert}
        onClose={props.onKeep}
      >
        The agent goes back to what was saved last. What you changed since then is lost.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={props.isLeaving}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay here"
        isDangerous
        onConfirm={props.onLeave}
        onClose={props.onStay}
      >
        Your changes to this agent are not saved and would be lost.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={props.hasDraft && !props.isLeaving}
        title="Restore your unsaved changes?"
        confirmLabel="Restore"
        cancelLabel="Drop them"
        onConfirm={props.onRestore}
        onClose={props.onDrop}
      >
        You changed this agent here and did not save it.
        {props.isDraftOld && ' Somebody saved it since then: when you save, you choose whose text stays.'}
      </ConfirmDialog>
    </>
  );
}
