package dev.belay.samples.corpus;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;

/**
 * Writes the index. What is written counts from the next {@link #commit} on; whatever happens
 * before, the index is as it was.
 *
 * <p>There is one at a time, of all processes. For use by one thread after the other; an interrupt
 * during a write would close the index's files.
 */
final class CorpusWriter implements Closeable {
  private final Directory directory;
  private final IndexWriter writer;

  private CorpusWriter(Directory directory, IndexWriter writer) {
    this.directory = directory;
    this.writer = writer;
  }

  /**
   * Opens an index, or begins one.
   *
   * @throws IndexUnusableException if another writer has it, or it is damaged
   */
  static CorpusWriter open(Path folder) throws IOException {
    LuceneLog.quiet();
    var directory = new NIOFSDirectory(folder);
    // Merges on the writing thread: no thread is left when the call has ended.
    var config =
        new IndexWriterConfig(Fields.analyzer())
            .setMergeScheduler(new SerialMergeScheduler())
            .setCommitOnClose(false);
    try {
      return new CorpusWriter(directory, new IndexWriter(directory, config));
    } catch (LockObtainFailedException e) {
      directory.close();
      throw new IndexUnusableException(
          "Another call is taking in documents: try again when it has ended", e);
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
  }

  /** {@return what each document is known by that is in a folder, or is that file} */
  Map<String, String> stamps(String path) throws IOException {
    var stamps = new HashMap<String, String>();
    try (var reader = DirectoryReader.open(writer)) {
      var searcher = new IndexSearcher(reader);
      var firsts = new TermQuery(new Term(Fields.FIRST, Fields.YES));
      var all = searcher.search(firsts, Math.max(1, reader.maxDoc()));
      var stored = searcher.storedFields();
      for (var hit : all.scoreDocs) {
        var document = stored.document(hit.doc);
        var its = document.get(Fields.PATH);
        if (its.equals(path) || its.startsWith(path + "/")) {
          stamps.put(its, document.get(Fields.STAMP));
        }
      }
    }
    return stamps;
  }

  /** Puts a document in the place of what was known of its path. */
  int put(String path, String shown, String stamp, ParsedDocument parsed) throws IOException {
    var passages = new ArrayList<Document>();
    for (var text : parsed.passages()) {
      var passage = new Document();
      passage.add(new StringField(Fields.PATH, path, Field.Store.YES));
      passage.add(new StoredField(Fields.SHOWN, shown));
      passage.add(new TextField(Fields.TITLE, parsed.title(), Field.Store.YES));
      passage.add(new TextField(Fields.TEXT, text, Field.Store.YES));
      if (passages.isEmpty()) {
        passage.add(new StringField(Fields.FIRST, Fields.YES, Field.Store.NO));
        passage.add(new StoredField(Fields.STAMP, stamp));
      }
      passages.add(passage);
    }
    writer.updateDocuments(new Term(Fields.PATH, path), passages);
    return passages.size();
  }

  /** Forgets documents. */
  void forget(Iterable<String> paths) throws IOException {
    var terms = new ArrayList<Term>();
    paths.forEach(path -> terms.add(new Term(Fields.PATH, path)));
    writer.deleteDocuments(terms.toArray(Term[]::new));
  }

  /** Has all that was written count. */
  void commit() throws IOException {
    writer.commit();
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      writer.close();
    }
  }
}
