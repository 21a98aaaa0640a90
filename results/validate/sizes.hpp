// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/malleable.hpp"
#include "resources.hpp"

#include <deque>
#include <functional>

namespace malha {

/// The nodes of a job from a date on: a row of sizes.csv.
struct SizeRead {
  std::size_t line; ///< in the file
  Seconds time;
  std::int64_t nodes; ///< as the file counts them
  IndexSet resources;
  Seconds pause;
};

/// What the metadata of a job say of its sizes: "type=malleable;min_nodes=2;max_nodes=8;law=amdahl:.95;
/// parts=10;work=3600".
struct SizesSaid {
  JobKind kind = JobKind::rigid;
  int min = 1, max = 1;
  std::optional<SpeedUp> law; ///< nothing: they do not say, since it is too long
  int parts = 1;              ///< or JobSizes::any_date
  Seconds work = 0;           ///< on one node of the reference speed; 0: they do not say
};

/// What a sizes.csv gives.
struct SizesRead {
  std::string file;                                    ///< its path
  std::map<std::string, std::vector<SizeRead>> by_job; ///< by id of the job; by time, ties by line

  bool has(const std::string& id) const { return !by_job.empty() && by_job.count(id) > 0; }
  /// The rows of a job; none of a job whose nodes did not change and could not.
  const std::vector<SizeRead>& of(const std::string& id) const;
  /// "sizes.csv:5".
  std::string place(const SizeRead& row) const { return file + ":" + std::to_string(row.line); }
  /// Calls `take` with what an attempt held from date to date, one after the other: once if its nodes did not
  /// change.
  void each(const Occupation& held, const std::function<void(const Occupation&)>& take) const;
  /// Calls `take` with each row of an attempt, and the date up to which that holds.
  void each_row(const Occupation& held,
                const std::function<void(const SizeRead& row, Seconds until)>& take) const;
  /// How long `pref` nodes take for what an attempt has computed, as far as sizes go. The law is known.
  Seconds at_pref(const Occupation& held, const SizesSaid& said, int pref) const;
};

/// Reads a sizes.csv; empty if the run has none. Throws InputError if a row cannot be read.
SizesRead read_sizes(const std::filesystem::path& file);

/// What attempts held, each from date to date with the nodes that it had then.
class Holdings {
public:
  struct Held {
    const Occupation* occupation;
    std::size_t of; ///< number of the attempt
  };

  explicit Holdings(const SizesRead& sizes) : sizes_(sizes) {}
  Holdings(const Holdings&) = delete;
  Holdings& operator=(const Holdings&) = delete;

  /// Adds the next attempt. Its occupation must remain.
  void add(const Occupation& held);
  /// In the order in which they were added, and then of their dates.
  const std::deque<Held>& all() const { return all_; }

private:
  const SizesRead& sizes_;
  std::deque<Occupation> parts_; ///< of attempts whose nodes are in sizes.csv
  std::deque<Held> all_;
  std::size_t number_ = 0;
};

/// Reads what the metadata in a row of jobs.csv say of the sizes of the job. None if they do not have a kind
/// of jobs as `type`, and `min_nodes`. Throws InputError, with the place of the row, on what no run writes.
std::optional<SizesSaid> sizes_said_in(const CsvReader& row);

} // namespace malha
