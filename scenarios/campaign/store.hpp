// SPDX-License-Identifier: MIT
#pragma once
#include "results/records.hpp"
#include "scenarios/language/campaign_run.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>

struct sqlite3;
struct sqlite3_stmt;

namespace malha {

class StoreCopy;

/// The state of a campaign: what was asked for, which runs that makes, and the metrics of those that have
/// finished. One SQLite file in the output folder, written by the parent process alone, one transaction a
/// run: whatever kills the program, a run that `put` returned from stays. While it is open no other process
/// can open it. What somebody else wrote into it is checked when it is read: every function throws InputError
/// when the file is damaged.
class Store {
public:
  static constexpr const char* file_name = "campaign.sqlite";

  /// To read is to read a copy, since the folder may be one that cannot be written.
  enum class Access { write, read };

  /// Opens or creates the store of an output folder. Throws InputError when another command has it open, or
  /// the file is something else, which is then left as it is; CannotWrite when it cannot be made.
  explicit Store(const std::filesystem::path& folder, Access access = Access::write);
  ~Store();

  /// Removes the store of a folder. It must not be open.
  static void remove(const std::filesystem::path& folder);

  /// What was asked for, as `begin` had it; "" in a new store.
  std::string request() const;
  /// The runs of the campaign, as `begin` had them.
  std::vector<CampaignRun> runs() const;
  /// Says what the campaign is. Finished runs stay, whether they belong to it or not.
  void begin(const std::string& request, const std::vector<CampaignRun>& runs);

  /// The hashes of all finished runs.
  std::set<std::string> finished() const;
  /// The metrics of a run, in the order in which it had them; nothing when it has not finished.
  std::optional<std::vector<MetricValue>> metrics(const std::string& hash) const;
  /// Adds or replaces a run. Throws CannotWrite (a full disk); the store is then as it was.
  void put(const std::string& hash, const std::vector<MetricValue>& metrics);

  /// Throws InputError that says what of the file is damaged.
  [[noreturn]] void damaged(const std::string& what) const;

private:
  class Statement;
  class Transaction;
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };

  /// The statements of `put`.
  struct Put;

  void check_tables() const;
  void make_tables();
  void execute(const std::string& sql) const;
  [[noreturn]] void fail() const;
  [[noreturn]] void refuse() const;

  std::filesystem::path file_;      ///< as messages call it
  std::unique_ptr<StoreCopy> copy_; ///< that is read instead
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<Put> put_; ///< from the first on
};

} // namespace malha
