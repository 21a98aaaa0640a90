// SPDX-License-Identifier: MIT
#include "store.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "store_copy.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Version of the tables: increase it with every change of them.
constexpr int store_version = 1;

constexpr const char* tables = R"(
  CREATE TABLE campaign (request TEXT NOT NULL);
  CREATE TABLE runs (position INTEGER PRIMARY KEY, scenario TEXT NOT NULL, run TEXT NOT NULL, parameters TEXT NOT NULL,
                     seed INTEGER NOT NULL, hash TEXT NOT NULL);
  CREATE TABLE finished (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE);
  CREATE TABLE names (id INTEGER PRIMARY KEY, metric TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE (metric, unit));
  CREATE TABLE metrics (finished INTEGER NOT NULL, position INTEGER NOT NULL, name INTEGER NOT NULL,
                        value REAL NOT NULL, PRIMARY KEY (finished, position)) WITHOUT ROWID;
  -- For people who look inside.
  CREATE VIEW metrics_of_runs AS
    SELECT scenario, run, parameters, seed, metric, value, unit
    FROM runs JOIN finished USING (hash) JOIN metrics ON metrics.finished = finished.id JOIN names ON names.id = name
    ORDER BY runs.position, metrics.position;
)";

} // namespace

void Store::Close::operator()(sqlite3* database) const { sqlite3_close(database); }
void Store::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

class Store::Statement {
public:
  Statement(const Store& store, const char* sql) : store_(store) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(store.database_.get(), sql, -1, &statement, nullptr) != SQLITE_OK)
      store.fail();
    statement_.reset(statement);
  }

  /// Binds the values to the '?' of the statement, in their order.
  template <class... Values>
  Statement& with(const Values&... values) {
    sqlite3_reset(statement_.get());
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  /// Goes to the next row. Returns whether there is one.
  bool step() {
    const int result = sqlite3_step(statement_.get());
    if (result != SQLITE_ROW && result != SQLITE_DONE)
      store_.fail();
    return result == SQLITE_ROW;
  }
  std::string text(int column) const {
    expect(column, type(column) == SQLITE_TEXT, "a text");
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
  }
  std::int64_t integer(int column) const {
    expect(column, type(column) == SQLITE_INTEGER, "an integer");
    return sqlite3_column_int64(statement_.get(), column);
  }
  double real(int column) const {
    const double value = sqlite3_column_double(statement_.get(), column);
    const bool is_number = type(column) == SQLITE_FLOAT || type(column) == SQLITE_INTEGER;
    expect(column, is_number && std::isfinite(value), "a finite number");
    return value;
  }

private:
  int type(int column) const { return sqlite3_column_type(statement_.get(), column); }
  /// Checks the type of a value, since SQLite accepts any value in any column.
  void expect(int column, bool is_so, const char* what) const {
    if (!is_so)
      store_.damaged(std::string("a '") + sqlite3_column_name(statement_.get(), column) + "' in it is not " +
                     what);
  }
  void bind(int place, const std::string& text) {
    sqlite3_bind_text(statement_.get(), place, text.c_str(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  void bind(int place, std::int64_t number) { sqlite3_bind_int64(statement_.get(), place, number); }
  void bind(int place, double number) { sqlite3_bind_double(statement_.get(), place, number); }

  const Store& store_;
  std::unique_ptr<sqlite3_stmt, Close> statement_;
};

/// A transaction. Unless it is committed, the destructor takes it back.
class Store::Transaction {
public:
  explicit Transaction(const Store& store) : store_(store) { store.execute("BEGIN IMMEDIATE"); }
  ~Transaction() {
    if (!committed_)
      sqlite3_exec(store_.database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    store_.execute("COMMIT");
    committed_ = true;
  }

private:
  const Store& store_;
  bool committed_ = false;
};

Store::Store(const fs::path& folder, Access access) : file_(folder / file_name) {
  if (is_there(file_) && !fs::is_regular_file(file_)) // SQLite would wait for a pipe
    refuse();
  if (access == Access::read)
    copy_ = std::make_unique<StoreCopy>(file_);
  sqlite3* database = nullptr;
  const int opened = sqlite3_open((copy_ ? copy_->file() : file_).c_str(), &database);
  database_.reset(database);
  if (opened != SQLITE_OK)
    fail();
  // A write-ahead log (WAL) under an exclusive lock needs no shared memory, so that network file systems work
  // too.
  execute("PRAGMA locking_mode=EXCLUSIVE");
  check_tables();
  execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
  make_tables();
}

void Store::remove(const fs::path& folder) {
  for (const auto* part : {"", StoreCopy::log_suffix, "-shm", "-journal"})
    fs::remove(folder / (std::string(file_name) + part));
}

void Store::check_tables() const {
  const auto number = [this](const char* question) {
    Statement statement(*this, question);
    statement.step();
    return statement.integer(0);
  };
  const auto version = number("PRAGMA user_version");
  const auto ours = number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN "
                           "('campaign', 'runs', 'finished', 'names', 'metrics')");
  if (number("SELECT count(*) FROM sqlite_master") == 0 && version == 0)
    return; // new
  if (version == 0 || ours < 5)
    refuse();
  if (version != store_version)
    throw InputError(file_.string() +
                     ": was written by another version of Malha; valid: another output folder");
}

void Store::make_tables() {
  Transaction transaction(*this);
  Statement version(*this, "PRAGMA user_version");
  version.step();
  if (version.integer(0) == 0)
    execute(std::string(tables) + "PRAGMA user_version=" + std::to_string(store_version));
  transaction.commit();
}

void Store::refuse() const {
  throw InputError(file_.string() + ": is no campaign of Malha; valid: another output folder");
}

void Store::damaged(const std::string& what) const {
  throw InputError(file_.string() + ": is damaged: " + what + "; valid: another output folder, or remove it");
}

void Store::fail() const {
  const int error = sqlite3_errcode(database_.get());
  if (error == SQLITE_BUSY || error == SQLITE_LOCKED)
    throw InputError("output folder " + file_.parent_path().string() +
                     ": another command is using it; valid: wait, or another folder");
  if (error == SQLITE_NOTADB)
    refuse();
  if (error == SQLITE_READONLY && access((copy_ ? copy_->file() : file_).c_str(), W_OK) == 0)
    damaged("it calls itself read-only");
  if (error != SQLITE_FULL && error != SQLITE_IOERR && error != SQLITE_CANTOPEN && error != SQLITE_PERM &&
      error != SQLITE_READONLY) // a wrong length in a damaged file can be SQLITE_NOMEM
    damaged(sqlite3_errmsg(database_.get()));
  if (error != SQLITE_FULL && !copy_ && access(file_.parent_path().c_str(), W_OK) != 0)
    cannot_write(file_, std::strerror(errno));
  cannot_write(file_, sqlite3_errmsg(database_.get()));
}

void Store::execute(const std::string& sql) const {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail();
}

std::string Store::request() const {
  Statement campaign(*this, "SELECT request FROM campaign");
  return campaign.step() ? campaign.text(0) : "";
}

std::vector<CampaignRun> Store::runs() const {
  std::vector<CampaignRun> all;
  Statement row(*this, "SELECT scenario, run, parameters, seed, hash FROM runs ORDER BY position");
  while (row.step())
    all.push_back(
        {row.text(0), row.text(1), row.text(2), static_cast<std::uint64_t>(row.integer(3)), row.text(4)});
  return all;
}

std::vector<std::int64_t> Store::places() const {
  std::vector<std::int64_t> all;
  Statement row(*this, "SELECT position FROM runs ORDER BY position");
  while (row.step())
    all.push_back(row.integer(0));
  return all;
}

void Store::begin(const std::string& request, const std::vector<CampaignRun>& runs,
                  const std::vector<std::int64_t>& places) {
  std::vector<std::int64_t> positions = places;
  for (std::size_t i = places.size(); i < runs.size(); ++i)
    positions.push_back(static_cast<std::int64_t>(i));
  if (request == this->request() && runs == this->runs() && positions == this->places())
    return; // so a campaign can continue on a full disk
  Transaction transaction(*this);
  execute("DELETE FROM campaign; DELETE FROM runs");
  Statement(*this, "INSERT INTO campaign VALUES (?)").with(request).step();
  Statement insert(*this, "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)");
  auto position = positions.begin();
  for (const auto& run : runs)
    insert
        .with(*position++, run.scenario, run.run, run.parameters, static_cast<std::int64_t>(run.seed),
              run.hash)
        .step();
  transaction.commit();
}

std::set<std::string> Store::finished() const {
  std::set<std::string> hashes;
  Statement row(*this, "SELECT hash FROM finished");
  while (row.step())
    hashes.insert(row.text(0));
  return hashes;
}

std::optional<std::vector<MetricValue>> Store::metrics(const std::string& hash) const {
  Statement run(*this, "SELECT id FROM finished WHERE hash = ?");
  if (!run.with(hash).step())
    return std::nullopt;
  std::vector<MetricValue> found;
  Statement row(*this,
                "SELECT metric, value, unit FROM metrics JOIN names ON names.id = name WHERE finished = ? "
                "ORDER BY position");
  row.with(run.integer(0));
  while (row.step())
    found.push_back({row.text(0), row.real(1), row.text(2)});
  return found;
}

struct Store::Put {
  Statement forget, run, name, value;

  explicit Put(const Store& store)
      : forget(store, "DELETE FROM metrics WHERE finished = (SELECT id FROM finished WHERE hash = ?)"),
        run(store, "INSERT OR IGNORE INTO finished (hash) VALUES (?)"),
        name(store, "INSERT OR IGNORE INTO names (metric, unit) VALUES (?, ?)"),
        value(store, "INSERT INTO metrics SELECT finished.id, ?, names.id, ? FROM finished, names "
                     "WHERE hash = ? AND metric = ? AND unit = ?") {}
};

Store::~Store() = default;

void Store::put(const std::string& hash, const std::vector<MetricValue>& metrics) {
  Transaction transaction(*this);
  if (!put_)
    put_ = std::make_unique<Put>(*this);
  put_->forget.with(hash).step();
  put_->run.with(hash).step();
  std::int64_t position = 0;
  for (const auto& metric : metrics) {
    put_->name.with(metric.name, metric.unit).step();
    put_->value.with(position++, metric.value, hash, metric.name, metric.unit).step();
  }
  transaction.commit();
}

} // namespace malha
