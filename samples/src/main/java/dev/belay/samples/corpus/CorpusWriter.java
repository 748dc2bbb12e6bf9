package dev.belay.samples.corpus;

import dev.belay.samples.corpus.CorpusIndex.IndexUnusableException;
import dev.belay.samples.corpus.Format.ParsedDocument;
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
 * Writes the index. Changes take effect with the next {@link #commit}; until then a crash leaves
 * the index as it was.
 *
 * <p>Only one writer can be open at a time, across processes. Not thread-safe. An interrupt during
 * a write would close the index's files.
 */
final class CorpusWriter implements Closeable {
  private final Directory directory;
  private final IndexWriter writer;

  private CorpusWriter(Directory directory, IndexWriter writer) {
    this.directory = directory;
    this.writer = writer;
  }

  /**
   * Opens an index, or creates one.
   *
   * @throws IndexUnusableException if another writer has it, or it is damaged
   */
  static CorpusWriter open(Path folder) throws IOException {
    CorpusIndex.quietLucene();
    var directory = new NIOFSDirectory(folder);
    // Merges on the writing thread, so that no thread outlives the call.
    var config =
        new IndexWriterConfig(CorpusIndex.analyzer())
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

  /** {@return the stamps of all indexed documents at or below a path, by path} */
  Map<String, String> stamps(String path) throws IOException {
    var stamps = new HashMap<String, String>();
    try (var reader = DirectoryReader.open(writer)) {
      var searcher = new IndexSearcher(reader);
      var firsts = new TermQuery(new Term(CorpusIndex.FIRST, CorpusIndex.YES));
      var all = searcher.search(firsts, Math.max(1, reader.maxDoc()));
      var stored = searcher.storedFields();
      for (var hit : all.scoreDocs) {
        var document = stored.document(hit.doc);
        var its = document.get(CorpusIndex.PATH);
        if (its.equals(path) || its.startsWith(path + "/")) {
          stamps.put(its, document.get(CorpusIndex.STAMP));
        }
      }
    }
    return stamps;
  }

  /** Replaces the document of a path; returns its number of passages. */
  int put(String path, String stamp, ParsedDocument parsed) throws IOException {
    var passages = new ArrayList<Document>();
    for (var text : parsed.passages()) {
      var passage = new Document();
      passage.add(new StringField(CorpusIndex.PATH, path, Field.Store.YES));
      passage.add(new TextField(CorpusIndex.TITLE, parsed.title(), Field.Store.YES));
      passage.add(new TextField(CorpusIndex.TEXT, text, Field.Store.YES));
      if (passages.isEmpty()) {
        passage.add(new StringField(CorpusIndex.FIRST, CorpusIndex.YES, Field.Store.NO));
        passage.add(new StoredField(CorpusIndex.STAMP, stamp));
      }
      passages.add(passage);
    }
    writer.updateDocuments(new Term(CorpusIndex.PATH, path), passages);
    return passages.size();
  }

  /** Removes documents from the index. */
  void forget(Iterable<String> paths) throws IOException {
    var terms = new ArrayList<Term>();
    paths.forEach(path -> terms.add(new Term(CorpusIndex.PATH, path)));
    writer.deleteDocuments(terms.toArray(Term[]::new));
  }

  /** Makes all changes permanent and visible. */
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
