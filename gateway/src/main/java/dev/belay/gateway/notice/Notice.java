package dev.belay.gateway.notice;

import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.name.ShortText;
import dev.belay.gateway.approval.ApprovalText;
import dev.belay.gateway.approval.ShownArguments;
import dev.belay.mcp.envelope.JsonText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What people are told of one step of an approval. Bounded, and immutable.
 *
 * @param id names the notice, also where it is sent again
 * @param json its body
 */
record Notice(String id, String json) {
  /** The most characters of arguments that a notice has. */
  static final int MOST_SHOWN = 2_000;

  /** Characters with a meaning for a chat or a desktop: of links, mentions, markup. */
  private static final Pattern MARKUP = Pattern.compile("[^\\p{L}\\p{M}\\p{N} _-]");

  /**
   * {@return the notice of an approval; null if people need not hear of its step}
   *
   * @param withArguments whether it has the beginning of the arguments
   */
  static @Nullable Notice of(Approval approval, boolean withArguments, Instant now) {
    var type = type(approval);
    if (type == null) {
      return null;
    }
    var asked = approval.asked();
    var data =
        new JsonText()
            .text("id", approval.id().toString())
            .text("state", ApprovalText.state(approval))
            .text("server", asked.server())
            .text("tool", ShortText.name(asked.tool()))
            .text("principal", ShortText.name(approval.call().caller().principal()))
            .text("reason", ShortText.message(asked.reason()))
            .flag("destructive", asked.isDestructive())
            .number("approvers", approval.terms().approvers())
            .text("asked_at", approval.askedAt().toString())
            .text("expires_at", approval.expiresAt().toString());
    if (approval.state() instanceof State.Over over) {
      data.text("by", over.by().isEmpty() ? null : ShortText.name(over.by()))
          .text("via", over.via().isEmpty() ? null : over.via())
          .text("note", over.reason().isEmpty() ? null : ShortText.message(over.reason()));
    } else if (withArguments) {
      var shown = ShownArguments.beginning(asked.arguments(), MOST_SHOWN);
      data.text("shown", shown.text()).flag("shown_cut", shown.isCut());
    }
    data.text("show", "belay approvals show " + approval.id());
    var json =
        new JsonText()
            .text("type", "approval." + type)
            .text("timestamp", now.toString())
            .text("text", text(approval))
            .object("data", data);
    return new Notice(approval.id() + "." + ApprovalText.state(approval), json.toString());
  }

  private static @Nullable String type(Approval approval) {
    return switch (approval.state()) {
      case State.Open _ -> approval.votes().isEmpty() ? "asked" : null;
      case State.Over over ->
          switch (over.how()) {
            case ALLOWED, DENIED, GRANTED_LATE -> "decided";
            case EXPIRED -> "expired";
            case WITHDRAWN -> "withdrawn";
          };
    };
  }

  /** {@return the whole in a sentence, without characters that a chat could take for markup} */
  private static String text(Approval approval) {
    var asked = approval.asked();
    var call =
        "The call "
            + approval.id().brief()
            + " of "
            + plain(asked.server() + "__" + asked.tool())
            + " by "
            + plain(approval.call().caller().principal());
    return switch (approval.state()) {
      case State.Open _ ->
          call
              + " waits for approval until "
              + approval.expiresAt().truncatedTo(ChronoUnit.SECONDS)
              + ". To see it: belay approvals show "
              + approval.id().brief();
      case State.Over over ->
          call
              + " is "
              + over.how().word()
              + (over.by().isEmpty() ? "" : " by " + plain(over.by()))
              + ".";
    };
  }

  private static String plain(String text) {
    return MARKUP.matcher(ShownArguments.visible(ShortText.name(text))).replaceAll("·");
  }
}
