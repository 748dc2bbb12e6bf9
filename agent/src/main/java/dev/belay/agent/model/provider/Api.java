package dev.belay.agent.model.provider;

import dev.belay.config.ModelSettings;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The differences between providers' APIs. */
sealed interface Api {
  /** Placeholder key for LangChain4j, which never sees the real one. */
  String NO_KEY = "-";

  /** {@return the display name} */
  String title();

  /** {@return the default base URL} */
  String home();

  /** {@return LangChain4j's model, which sends all requests through {@code wire}} */
  StreamingChatModel model(ModelSettings settings, String baseUrl, HttpClientBuilder wire);

  /** {@return the name of the header that carries the key} */
  default String keyHeader() {
    return "Authorization";
  }

  /** {@return the value of that header} */
  default String keyValue(String key) {
    return "Bearer " + key;
  }

  /** Sets the schema of a tool's arguments. */
  default void putSchema(JsonObject tool, byte[] schema) {
    var _ = tool.open("function").set("parameters", schema);
  }

  /** {@return a transformer of one stream's events into what LangChain4j reads correctly} */
  default UnaryOperator<String> mending() {
    return UnaryOperator.identity();
  }

  /** {@return advice if the provider cannot be reached} */
  String ifUnreachable(ModelSettings settings);

  /** {@return advice if the provider does not know the model} */
  String ifUnknown(ModelSettings settings);

  /** Anthropic's Messages API. */
  record AnthropicApi() implements Api {
    @Override
    public String title() {
      return "Anthropic";
    }

    @Override
    public String home() {
      return "https://api.anthropic.com/v1";
    }

    @Override
    public StreamingChatModel model(
        ModelSettings settings, String baseUrl, HttpClientBuilder wire) {
      return AnthropicStreamingChatModel.builder()
          .httpClientBuilder(wire)
          .baseUrl(baseUrl)
          .apiKey(NO_KEY)
          .modelName(settings.model())
          .maxTokens(settings.maxTokens())
          .build();
    }

    @Override
    public String keyHeader() {
      return "x-api-key";
    }

    @Override
    public String keyValue(String key) {
      return key;
    }

    @Override
    public void putSchema(JsonObject tool, byte[] schema) {
      var _ = tool.set("input_schema", schema);
    }

    @Override
    public String ifUnreachable(ModelSettings settings) {
      return "Check the network, and models." + settings.name() + ".base_url if it is set.";
    }

    @Override
    public String ifUnknown(ModelSettings settings) {
      return "Check models." + settings.name() + ".model and .base_url.";
    }
  }

  /** OpenAI's Chat Completions API and compatible servers. */
  record OpenAiApi() implements Api {
    @Override
    public String title() {
      return "OpenAI";
    }

    @Override
    public String home() {
      return "https://api.openai.com/v1";
    }

    @Override
    public StreamingChatModel model(
        ModelSettings settings, String baseUrl, HttpClientBuilder wire) {
      var builder =
          OpenAiStreamingChatModel.builder()
              .httpClientBuilder(wire)
              .baseUrl(baseUrl)
              .apiKey(NO_KEY)
              .modelName(settings.model());
      // OpenAI's newer models reject max_tokens; other servers support nothing else.
      return settings.baseUrl() == null
          ? builder.maxCompletionTokens(settings.maxTokens()).build()
          : builder.maxTokens(settings.maxTokens()).build();
    }

    @Override
    public UnaryOperator<String> mending() {
      return new WholeCalls();
    }

    @Override
    public String ifUnreachable(ModelSettings settings) {
      return "Check the network, and models." + settings.name() + ".base_url if it is set.";
    }

    @Override
    public String ifUnknown(ModelSettings settings) {
      return "Check models." + settings.name() + ".model and .base_url, which ends in /v1 mostly.";
    }
  }

  /** Ollama's chat API: lines of JSON instead of events, each tool call in one piece. */
  record OllamaApi() implements Api {
    @Override
    public String title() {
      return "Ollama";
    }

    @Override
    public String home() {
      return "http://127.0.0.1:11434";
    }

    @Override
    public StreamingChatModel model(
        ModelSettings settings, String baseUrl, HttpClientBuilder wire) {
      return OllamaStreamingChatModel.builder()
          .httpClientBuilder(wire)
          .baseUrl(baseUrl)
          .modelName(settings.model())
          .numPredict(settings.maxTokens())
          .build();
    }

    @Override
    public UnaryOperator<String> mending() {
      return new NumberedCalls();
    }

    @Override
    public String ifUnreachable(ModelSettings settings) {
      return "Is Ollama running there (ollama serve), and is models."
          + settings.name()
          + ".base_url right?";
    }

    @Override
    public String ifUnknown(ModelSettings settings) {
      return "Run: ollama pull " + settings.model();
    }
  }

  /**
   * Rejects an OpenAI stream that returns to an earlier tool call after a piece of another one.
   *
   * <p>LangChain4j takes a call for complete when the next one begins and would make two calls,
   * both with wrong arguments. Confined to one stream and thread.
   */
  static final class WholeCalls implements UnaryOperator<String> {
    private final Set<String> left = new HashSet<>();
    private String current = "";

    @Override
    public String apply(String event) {
      if (event.contains("\"tool_calls\"")) {
        pieces(event.getBytes(StandardCharsets.UTF_8)).forEach(this::check);
      }
      return event;
    }

    /** {@return the pieces of calls in the first choice} */
    private static List<byte[]> pieces(byte[] event) {
      JsonObject root;
      try {
        root = JsonObject.of(event, Slices.value(event));
      } catch (NotJson _) {
        return List.of(); // reported by the parser
      }
      var choices = items(root, "choices");
      var choice = choices.isEmpty() ? null : JsonObject.of(choices.getFirst());
      return items(choice == null ? null : choice.object("delta"), "tool_calls");
    }

    private static List<byte[]> items(@Nullable JsonObject in, String name) {
      var raw = in == null ? null : in.raw(name);
      var items = raw == null ? null : JsonArray.items(raw);
      return items == null ? List.of() : items;
    }

    private void check(byte[] piece) {
      var call = JsonObject.of(piece);
      var index = call == null ? null : call.raw("index");
      if (call == null || index == null) {
        return;
      }
      var number = new String(index, StandardCharsets.UTF_8);
      if (number.equals(current)) {
        return;
      }
      if (left.contains(number)) {
        if (saysSomething(call)) {
          throw new IllegalStateException("call " + number + " goes on after call " + current);
        }
        return;
      }
      left.add(current);
      current = number;
    }

    private static boolean saysSomething(JsonObject call) {
      if (isText(call.text("id"))) {
        return true;
      }
      var function = call.object("function");
      return function != null
          && (isText(function.text("name")) || isText(function.text("arguments")));
    }

    private static boolean isText(@Nullable String text) {
      return text != null && !text.isEmpty();
    }
  }

  /**
   * Numbers the tool calls of one Ollama stream, each of which arrives whole.
   *
   * <p>Older servers send no index, and some send the same one for all, which LangChain4j takes for
   * pieces of one call. Confined to one thread.
   */
  static final class NumberedCalls implements UnaryOperator<String> {
    private int next;

    @Override
    public String apply(String line) {
      if (!line.contains("\"tool_calls\"")) {
        return line;
      }
      try {
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        var root = JsonObject.of(bytes, Slices.value(bytes));
        var message = root == null ? null : root.object("message");
        var raw = message == null ? null : message.raw("tool_calls");
        var calls = raw == null ? null : JsonArray.items(raw);
        if (root == null || message == null || calls == null) {
          return line;
        }
        var numbered = new ArrayList<byte[]>();
        for (var call : calls) {
          numbered.add(numbered(call));
        }
        message.set("tool_calls", JsonArray.of(numbered));
        return new String(root.json(), StandardCharsets.UTF_8);
      } catch (NotJson _) {
        return line; // reported by the parser
      }
    }

    private byte[] numbered(byte[] call) {
      var object = JsonObject.of(call);
      if (object == null) {
        return call;
      }
      var number = Integer.toString(next++).getBytes(StandardCharsets.US_ASCII);
      object.open("function").set("index", number);
      return object.json();
    }
  }
}
