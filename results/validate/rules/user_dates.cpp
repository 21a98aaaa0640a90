// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// Between which dates a job may start, by what its user says in its metadata.
struct Between {
  Seconds earliest = 0, latest = never;
  std::string begin, deadline; ///< as the metadata have them; "": none
  const char* who_lets = "";   ///< whom the begin is of
  bool is_released = false;    ///< a release policy has held it back
};

/// Checks that jobs start at or after the dates at which they begin or are released, by their users or by a
/// release policy, and so early that they end by their deadlines if they run to their walltimes. Deadlines of
/// jobs of a class are not checked: policies may miss them.
class UserDates : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_rejected())
      return;
    const auto between = of(read);
    if (between.begin.empty() && between.deadline.empty())
      return;
    check(read.who, read.job.start, read.job.finish, between);
    if (read.is_restarted())
      jobs_[read.id] = between;
    ++checked_;
    any_is_released_ |= between.is_released;
  }

  /// Earlier attempts, too.
  void attempt(const Attempt& attempt) override {
    if (const auto found = jobs_.find(attempt.id()); found != jobs_.end() && !attempt.ended_job())
      check(attempt.who(), attempt.held.start, attempt.held.end, found->second);
  }

  void end() override {
    if (checked_ > 0)
      findings_.checked(std::to_string(checked_) + " jobs with dates of their users " +
                        (any_is_released_ ? "or of a release policy " : "") +
                        "start neither before nor after them");
  }

private:
  Between of(const JobInFile& read) const {
    std::map<std::string, std::string> said;
    for (const auto& part : split(read.row.text("metadata"), ';'))
      if (const auto equals = part.find('='); equals != std::string::npos)
        said[part.substr(0, equals)] = part.substr(equals + 1);
    Between between;
    for (const auto& [key, who] :
         {std::pair("begin", "its user lets it"), std::pair("hold", "its user lets it"),
          std::pair("not_before", "it is released")})
      if (const auto date = date_of(said[key]); date && *date > between.earliest) {
        between.earliest = *date;
        between.begin = said[key];
        between.who_lets = who;
      }
    between.is_released = !said["not_before"].empty();
    const auto deadline = date_of(said["deadline"]);
    const Seconds walltime = finite(read.row, "requested_time");
    if (deadline && said.count("class") == 0 && walltime >= 0 && !run_.settings.may(Trait::late_starts)) {
      between.latest = *deadline - run_.limit(walltime);
      between.deadline = said["deadline"];
    }
    return between;
  }
  static std::optional<Seconds> date_of(const std::string& text) {
    return text == "forever" ? std::optional(never) : parse_number<Seconds>(text);
  }

  void check(const std::string& who, Seconds start, Seconds finish, const Between& between) {
    const Seconds slack = run_.slack(finish);
    const auto begin = who + " starts at " + shortest(start);
    if (!between.begin.empty() && start < between.earliest - slack)
      findings_.violation("user_dates", begin + ", before " + between.who_lets + ", at " + between.begin);
    if (!between.deadline.empty() && start > between.latest + slack)
      findings_.violation("user_dates", begin + ", too late to end by its deadline, " + between.deadline +
                                            ", if it runs to its walltime");
  }

  std::map<std::string, Between> jobs_; ///< of jobs that had several attempts, by id
  std::int64_t checked_ = 0;
  bool any_is_released_ = false;
};

} // namespace

MALHA_RULE("user_dates", "No job starts before its begin, or too late for its deadline.", check_by<UserDates>,
           52)

} // namespace malha
