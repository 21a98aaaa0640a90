// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace malha::testing {

/// A job of a site; only what is not usual is said.
struct SiteJob {
  int nodes = 1;
  std::map<std::string, std::string> asks = {}; ///< by the names of the fields of CSV traces
  Seconds submitted = 0, run_time = 1000, limit = 2000;
};

/// A cluster as its slurm.conf says, on which cluster/slurm schedules some jobs, numbered from 1. Its answers
/// are in the words of `squeue` and `sacct`.
class MeasuredSite {
public:
  /// `settings` are those of the scheduler, such as "--set allocation=core".
  MeasuredSite(const std::string& slurm_conf, std::string settings = "")
      : settings_("--set slurm_conf=slurm.conf --set policy.limits=cluster/slurm_limits " +
                  std::move(settings)) {
    write_text(folder_ / "slurm.conf", "ClusterName=c\n" + slurm_conf);
  }

  void write(const std::string& file, const std::string& text) const { write_text(folder_ / file, text); }

  void run(const std::vector<SiteJob>& jobs) {
    const std::vector<std::string> fields{"user",      "name",  "after",   "array",    "reservation",
                                          "partition", "begin", "hold",    "deadline", "constraint",
                                          "memory",    "gres",  "licences"};
    std::string rows = "job,submit,run,nodes,limit",
                columns = "job:job,submit:submit,run:run,nodes:nodes,limit:limit";
    for (const auto& field : fields) {
      rows += "," + field;
      columns += "," + field + ":" + field;
    }
    rows += "\n";
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const auto& job = jobs[i];
      for (const double number : {static_cast<double>(i + 1), job.submitted, job.run_time,
                                  static_cast<double>(job.nodes), job.limit})
        rows += std::to_string(static_cast<int>(number)) + ",";
      for (const auto& field : fields)
        rows += (job.asks.count(field) > 0 ? "\"" + job.asks.at(field) + "\"" : "") + ",";
      rows.back() = '\n';
    }
    write("jobs.csv", rows);
    const auto said = run_shell("\"$MALHA\" platform from-slurm slurm.conf -o cluster.xml && "
                                "\"$MALHA\" simulate -p cluster.xml -d cluster.slurm -w jobs.csv "
                                "--set transport=instant --set explain=on --set workload.columns=" +
                                    columns + " " + settings_ + " -o out && \"$MALHA\" validate out",
                                folder_.path());
    ASSERT_EQ(said.status, 0) << said.out << said.err;
    read();
  }

  /// "RUNNING/None", "PENDING/…" with the reason, "COMPLETED/None", "gone" of a job that was ended, or
  /// "refused", as it is at that date.
  std::string state(int job, Seconds date) const {
    const auto& row = rows_.at(job);
    const bool has_run = row.start.has_value();
    if (has_run && date >= *row.finish)
      return row.state == "COMPLETED_SUCCESSFULLY" ? "COMPLETED/None" : "gone";
    if (has_run && date >= *row.start)
      return "RUNNING/None";
    if (row.state == "REJECTED" && reason(job, date).empty())
      return "refused";
    for (const auto& [from, to] : row.earlier)
      if (from <= date && date < to)
        return "RUNNING/None";
    if (row.state == "DEPENDENCY_NEVER_SATISFIED" && date >= row.submitted)
      return "PENDING/DependencyNeverSatisfied";
    const auto why = date < row.submitted ? "Dependency" : reason(job, date);
    return "PENDING/" + why;
  }
  /// The same with the nodes of the job: "RUNNING/None/n[1-2]".
  std::string state_and_nodes(int job, Seconds date) const {
    const auto found = state(job, date);
    return found + "/" + (found == "RUNNING/None" ? nodes(job) : "");
  }
  /// The nodes of a job, as Slurm writes them: "n[1-2,4]".
  std::string nodes(int job) const {
    std::vector<int> numbers;
    for (const int resource : rows_.at(job).resources)
      numbers.push_back(std::stoi(hosts_.at(static_cast<std::size_t>(resource)).substr(1)));
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    IndexSet set;
    for (const int number : numbers)
      set.insert(IndexSet(number, 1));
    auto text = set.text();
    std::replace(text.begin(), text.end(), ' ', ',');
    return set.size() == 1 ? "n" + text : "n[" + text + "]";
  }

private:
  struct Row {
    Seconds submitted;
    std::string state;
    std::optional<Seconds> start, finish;
    IndexSet resources;
    std::vector<std::pair<Seconds, Seconds>> earlier = {}; ///< attempts
  };

  void read() {
    rows_.clear();
    hosts_.clear();
    reasons_.clear();
    for (CsvReader rows(folder_ / "out/resources.csv"); rows.next();)
      hosts_.push_back(rows.text("host"));
    for (CsvReader rows(folder_ / "out/jobs.csv"); rows.next();) {
      Row row{rows.real("submission_time"), rows.text("final_state"), {}, {}, {}};
      if (!rows.text("starting_time").empty()) {
        row.start = rows.real("starting_time");
        row.finish = rows.real("finish_time");
        row.resources = IndexSet::parse(rows.text("allocated_resources"));
      }
      rows_.emplace(static_cast<int>(rows.integer("job_id")), row);
    }
    if (std::filesystem::exists(folder_ / "out/attempts.csv"))
      for (CsvReader rows(folder_ / "out/attempts.csv"); rows.next();)
        if (rows.text("outcome").rfind("COMPLETED_", 0) != 0)
          rows_.at(static_cast<int>(rows.integer("job_id")))
              .earlier.emplace_back(rows.real("start"), rows.real("end"));
    for (CsvReader rows(folder_ / "out/decisions.csv"); rows.next();)
      if (rows.text("decision") == "wait")
        reasons_[static_cast<int>(rows.integer("job_id"))].emplace_back(rows.real("time"),
                                                                        rows.text("reason"));
  }

  /// The last reason to wait up to that date, in Slurm's words; "": there is none.
  std::string reason(int job, Seconds date) const {
    static const std::map<std::string, std::string> words{
        {"maintenance_ahead", "ReqNodeNotAvail, Reserved for maintenance"},
        {"window_ahead", "ReqNodeNotAvail, May be reserved for other job"},
        {"too_few_nodes", "Resources"},
        {"reserved", "Resources"}};
    std::string last;
    if (const auto found = reasons_.find(job); found != reasons_.end())
      for (const auto& [from, why] : found->second)
        last = from <= date ? why : last;
    const auto slurm = words.find(last);
    return slurm == words.end() ? last : slurm->second;
  }

  const TemporaryFolder folder_;
  const std::string settings_;
  std::vector<std::string> hosts_;
  std::map<int, Row> rows_; ///< by number of the job
  std::map<int, std::vector<std::pair<Seconds, std::string>>> reasons_;
};

} // namespace malha::testing
