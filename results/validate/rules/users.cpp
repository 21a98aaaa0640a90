// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class UserSums : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    const auto& metrics = run_.metrics;
    if (!read.is_rejected() && !read.job.user.empty() && metrics.counts(read.job.task.submitted))
      users_[read.job.user].add(read.job, metrics.fastest_resource(), metrics.slowdown_rule());
  }

  void end() override {
    const auto file = run_.folder() / "users.csv";
    if (!is_written(file))
      return;
    std::set<std::string> missing;
    for (const auto& [user, sums] : users_)
      missing.insert(user);
    for (CsvReader row(file); row.next();) {
      const auto& user = row.text("user");
      if (missing.erase(user) == 0)
        findings_.violation("users",
                            "'" + user + "' (" + row.place() + ") has a row above, or no jobs that count");
      else
        check(row, users_.at(user));
    }
    for (const auto& user : missing)
      findings_.violation("users", "'" + user + "' has jobs that count, and no row in users.csv");
    findings_.checked("waits and slowdowns of users are those of the rows");
  }

private:
  void check(const CsvReader& row, const WaitSums& sums) {
    const auto values = values_of(sums); // of the columns after `user`
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const auto& column = columns_in("users.csv")[i + 1].name;
          row.has(column) && !is_near(row.real(column), values[i]))
        findings_.violation("users", column + " of '" + row.text("user") + "' (" + row.place() + ") is " +
                                         row.text(column) + ", the rows say " + shortest(values[i]));
  }

  std::map<std::string, WaitSums> users_; ///< users with jobs that count, by name
};

} // namespace

MALHA_RULE("users", "The sums in users.csv agree with the rows of jobs.csv.", check_by<UserSums>, 190)

} // namespace malha
