// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"
#include "scenarios/runner/language/campaign_run.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>

struct sqlite3;
struct sqlite3_stmt;

namespace malha {

class StoreCopy;

/// The state of a campaign: its request, its runs, and the metrics of the runs that have finished. The
/// store is one SQLite file in the output folder. Only the parent process writes it, in one transaction for
/// each run. So a run stays once `put` has returned, whatever ends the program. While a store is open to
/// write, no other process can open it to write. Content is checked when it is read: every function throws
/// InputError if the file is damaged.
class Store {
public:
  static constexpr const char* file_name = "campaign.sqlite";

  /// Under `read` a copy is opened, because the folder may be read-only, or another command may write the
  /// store.
  enum class Access { write, read };

  /// Opens or creates the store of an output folder. Throws InputError if another command has it open, or if
  /// the file is something else, which is left unchanged. Throws CannotWrite if the store cannot be made.
  explicit Store(const std::filesystem::path& folder, Access access = Access::write);
  ~Store();

  /// Removes the store of a folder, which no process may have open.
  static void remove(const std::filesystem::path& folder);

  /// The request that the last `begin` was given; "" in a new store.
  std::string request() const;
  /// The runs that the last `begin` was given.
  std::vector<CampaignRun> runs() const;
  /// The places of these runs in their campaign, from 0.
  std::vector<std::int64_t> places() const;
  /// Sets the campaign. `places` has the places of the runs in it, in ascending order; empty: the runs are
  /// the whole campaign. Keeps all finished runs, also those of other campaigns.
  void begin(const std::string& request, const std::vector<CampaignRun>& runs,
             const std::vector<std::int64_t>& places = {});

  /// The hashes of all finished runs.
  std::set<std::string> finished() const;
  /// The metrics of a run in their original order; nothing if the run has not finished.
  std::optional<std::vector<MetricValue>> metrics(const std::string& hash) const;
  /// Adds a run, or replaces it. Throws CannotWrite if the disk is full; the store then stays as it was.
  void put(const std::string& hash, const std::vector<MetricValue>& metrics);

  /// Throws InputError, which says what in the file is damaged.
  [[noreturn]] void damaged(const std::string& what) const;

private:
  class Statement;
  class Transaction;
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };

  /// The prepared statements of `put`.
  struct Put;

  void check_tables() const;
  void make_tables();
  void execute(const std::string& sql) const;
  /// Throws what SQLite's last error means for the user.
  [[noreturn]] void fail() const;
  /// Throws InputError: the file is no store.
  [[noreturn]] void refuse() const;

  std::filesystem::path file_;      ///< the path that messages show
  std::unique_ptr<StoreCopy> copy_; ///< the copy that is read, under Access::read
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<Put> put_; ///< made when `put` is first called
};

} // namespace malha
