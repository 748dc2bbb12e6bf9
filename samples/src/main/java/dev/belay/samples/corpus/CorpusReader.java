package dev.belay.samples.corpus;

import dev.belay.samples.corpus.CorpusIndex.IndexUnusableException;
import dev.belay.samples.file.Place;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.NIOFSDirectory;

/** Snapshot of the index, limited to documents of the allowed folders. Later writes do not show. */
final class CorpusReader implements Closeable {
  /** Weight of a match in the title, relative to one in the text. */
  private static final float TITLE = 2;

  private final NIOFSDirectory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final Query allowed;
  private final List<Place> folders;
  private final int passages;

  private CorpusReader(
      NIOFSDirectory directory,
      DirectoryReader reader,
      Query allowed,
      List<Place> folders,
      int passages) {
    this.directory = directory;
    this.reader = reader;
    searcher = new IndexSearcher(reader);
    this.allowed = allowed;
    this.folders = folders;
    this.passages = passages;
  }

  private static CorpusReader of(
      NIOFSDirectory directory, DirectoryReader reader, List<Place> folders) throws IOException {
    try {
      var allowed = below(folders);
      int passages = new IndexSearcher(reader).count(allowed);
      return new CorpusReader(directory, reader, allowed, folders, passages);
    } catch (IOException e) {
      reader.close();
      throw e;
    }
  }

  /**
   * Opens the index.
   *
   * @param allowed the folders whose documents may be returned, at least one
   * @throws IndexUnusableException if there is no index yet, or it is damaged
   */
  static CorpusReader open(Path folder, List<Place> allowed) throws IOException {
    CorpusIndex.quietLucene();
    // Lucene would create the folder; reading must not.
    if (!Files.isDirectory(folder)) {
      throw nothing();
    }
    var directory = new NIOFSDirectory(folder);
    try {
      if (DirectoryReader.indexExists(directory)) {
        return of(directory, DirectoryReader.open(directory), allowed);
      }
    } catch (CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException
        | IllegalArgumentException e) {
      directory.close();
      throw IndexUnusableException.damaged(folder, e);
    } catch (IOException e) {
      directory.close();
      throw e;
    }
    directory.close();
    throw nothing();
  }

  private static IndexUnusableException nothing() {
    return new IndexUnusableException(
        "No documents were taken in yet: call ingest_document with a folder first");
  }

  private static Query below(List<Place> folders) {
    var any = new BooleanQuery.Builder();
    for (var folder : folders) {
      var path = folder.path().toString();
      var inside = path.endsWith("/") ? path : path + "/";
      any.add(new PrefixQuery(new Term(CorpusIndex.PATH, inside)), BooleanClause.Occur.SHOULD);
    }
    return any.build();
  }

  /** {@return the number of passages in allowed folders} */
  int passages() {
    return passages;
  }

  /** {@return the number of those passages that contain a word} */
  int passagesWith(String word) throws IOException {
    var term = new Term(CorpusIndex.TEXT, word);
    if (passages == reader.numDocs()) {
      return reader.docFreq(term);
    }
    var both =
        new BooleanQuery.Builder()
            .add(new TermQuery(term), BooleanClause.Occur.FILTER)
            .add(allowed, BooleanClause.Occur.FILTER);
    return searcher.count(both.build());
  }

  /** {@return the passages that match {@code words} best, best first; {@code also} only ranks} */
  List<Passage> search(Iterable<String> words, Iterable<String> also, int most) throws IOException {
    var needed = new BooleanQuery.Builder();
    words.forEach(word -> needed.add(query(word), BooleanClause.Occur.SHOULD));
    var query =
        new BooleanQuery.Builder()
            .add(needed.build(), BooleanClause.Occur.MUST)
            .add(allowed, BooleanClause.Occur.FILTER);
    also.forEach(word -> query.add(query(word), BooleanClause.Occur.SHOULD));
    var found = new ArrayList<Passage>();
    var identities = folders.getFirst().withheld().now();
    for (var hit : searcher.search(query.build(), most).scoreDocs) {
      var document = searcher.storedFields().document(hit.doc);
      var path = document.get(CorpusIndex.PATH);
      if (isOneOf(identities, path)) {
        continue; // Indexed before the file became protected.
      }
      found.add(
          new Passage(
              hit.doc,
              shown(path),
              document.get(CorpusIndex.TITLE),
              document.get(CorpusIndex.TEXT),
              hit.score));
    }
    return found;
  }

  private String shown(String path) {
    var real = Path.of(path);
    for (var folder : folders) {
      if (real.startsWith(folder.path())) {
        return folder.entry(folder.path().relativize(real)).shown();
      }
    }
    return path;
  }

  private static boolean isOneOf(ProtectedFiles.Identities identities, String path) {
    try {
      return identities.have(Files.readAttributes(Path.of(path), BasicFileAttributes.class));
    } catch (IOException _) {
      return false;
    }
  }

  private static Query query(String word) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term(CorpusIndex.TEXT, word)), BooleanClause.Occur.SHOULD)
        .add(
            new BoostQuery(new TermQuery(new Term(CorpusIndex.TITLE, word)), TITLE),
            BooleanClause.Occur.SHOULD)
        .build();
  }

  @Override
  public void close() throws IOException {
    try (directory;
        reader) {
      // Closes both, even if closing the first fails.
    }
  }

  /**
   * A passage found by a search.
   *
   * @param id the passage's number in the index
   * @param path the path of its document as shown to callers
   * @param score the relevance, comparable within one search only
   */
  record Passage(int id, String path, String title, String text, float score) {}
}
