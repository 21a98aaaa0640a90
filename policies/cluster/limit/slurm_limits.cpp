// SPDX-License-Identifier: MIT
// The limits of Slurm: of associations and QOSes, the rules of partitions, and licences (Slurm 22.05
// documentation, pages "Resource Limits" and "QOS", sacctmgr, slurm.conf; reasons of Slurm 22.05.8 measured).
// Reasons have Slurm's names; refusals for which Slurm has none have ours. Of several reasons the first one
// is given: partition; jobs, usage and time of the QOSes, then of the associations from the user to the root;
// amounts in the same order; licences.
// Not in it: running jobs are not killed when usage runs out, the number of tasks of an array that run at
// once, and limits on the number of jobs whose age grows.
#include "limit_book.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha::cluster {
namespace {

using limits::Others;

/// Throws std::invalid_argument if parameters do not fit together.
limits::LimitRules rules_of(const Parameters& parameters) {
  const Seconds half_life = parameters.real("half_life"), period = parameters.real("period");
  const auto reset = usage_reset_of(parameters.text("reset"));
  if (period > 0 && period < 1)
    throw std::invalid_argument("period cannot be " + shortest(period) + " s; valid: 0, or from 1 s on");
  constexpr double most_half_lives = 500; // 2 to that power is far from what a double can hold
  if (half_life > 0 && period > most_half_lives * half_life)
    throw std::invalid_argument("period is more than 500 times half_life, after which no usage is left; "
                                "valid: a shorter period, or a longer half life");
  if (parameters.integer("zero") != 0 && (reset == UsageReset::none || reset == UsageReset::now))
    throw std::invalid_argument("zero=" + parameters.text("zero") +
                                " has no effect here; valid: with a reset at dates of the calendar");
  const auto decay = parameters.text("decay") == "exact" ? DecayRule::exact : DecayRule::slurm;
  return {parameters.text("safe") == "on",
          parameters.text("outside_partition") == "refuse",
          parameters.text("billing") == "max_tres" ? BillingRule::max_tres : BillingRule::sum,
          {period, UsageDecay(half_life, decay), reset, parameters.integer("zero")}};
}

class SlurmLimits : public Limit {
public:
  explicit SlurmLimits(const Parameters& parameters) : rules_(rules_of(parameters)) {}

  const char* why_refused(const QueuedJob& job, const LimitView& view) override {
    auto& book = book_of(view);
    const auto& known = book.known(job);
    const auto& of = *known.of;
    if (of.refused != nullptr)
      return of.refused;
    if (const char* reason = of.partition != nullptr ? why_partition_refuses(job, known, view) : nullptr)
      return reason;
    if (!book.licences().are_there(known.licences))
      return "too_few_licences";
    if (const auto* check = book.broken(of.at_submission, known, Others::count))
      return check->reason;
    const auto* check = of.denies ? book.broken(of.at_start, known, Others::are_ignored) : nullptr;
    return check != nullptr ? check->reason : nullptr;
  }

  const char* why_not_now(const QueuedJob& job, const LimitView& view) override {
    auto& book = book_of(view);
    const auto& known = book.known(job);
    const auto& of = *known.of;
    if (of.refused != nullptr)
      return of.refused;
    if (const char* reason = of.partition != nullptr ? why_partition_holds(job, known, view) : nullptr)
      return reason;
    if (const auto* check = book.broken(of.at_start, known, Others::count)) {
      expect_change(book.date_without(*check, known), view.now);
      return check->reason;
    }
    return book.licences().are_free(known.licences) ? nullptr : "Licenses";
  }

  Seconds next_change(Seconds now) override { return change_ > now ? change_ : never; }

  void submitted(const QueuedJob& job, Seconds) override { book().submitted(job); }
  void left(const QueuedJob& job, Seconds) override { book().left(job); }
  void started(const QueuedJob& job, Seconds now) override {
    book().advance(now);
    book().started(job);
  }
  void ended(const QueuedJob& job, Seconds, Seconds end, bool waits_again) override {
    book().advance(end);
    book().ended(job, end);
    if (!waits_again)
      book().left(job);
  }

private:
  /// The site of the first view is that of all.
  limits::LimitBook& book_of(const LimitView& view) {
    if (!book_)
      book_.emplace(view.site, rules_);
    book_->advance(view.now);
    return *book_;
  }
  limits::LimitBook& book() {
    if (!book_)
      throw std::logic_error("a job is submitted, starts or ends before any was asked for");
    return *book_;
  }

  const char* why_partition_refuses(const QueuedJob& job, const limits::KnownJob& known,
                                    const LimitView& view) const {
    const auto& partition = *known.of->partition;
    const auto& groups = partition.allow_groups;
    if (groups && groups->count(credentials_of(job).group) == 0)
      return "PartitionConfig";
    if (const char* reason = limits::why_no_submission(partition))
      return reason;
    return rules_.refuses_outside
               ? limits::why_outside(job, known.demand, partition, known.of->qos, limits::QosLifts::no, view)
               : nullptr;
  }
  static const char* why_partition_holds(const QueuedJob& job, const limits::KnownJob& known,
                                         const LimitView& view) {
    const auto& partition = *known.of->partition;
    if (const char* reason = limits::why_no_start(partition))
      return reason;
    return limits::why_outside(job, known.demand, partition, known.of->qos, limits::QosLifts::yes, view);
  }

  /// Keeps the earliest of the dates that are still to come.
  void expect_change(Seconds date, Seconds now) { change_ = change_ > now ? std::min(change_, date) : date; }

  const limits::LimitRules rules_;
  std::optional<limits::LimitBook> book_; ///< from the first view on
  Seconds change_ = never;                ///< date at which an answer may change
};

} // namespace

MALHA_POLICY(policy<SlurmLimits>(
    "cluster/slurm_limits",
    "limits of associations and QOSes, rules of partitions, and licences hold jobs back, as in Slurm",
    "Slurm 22.05 documentation, Resource Limits; measured on Slurm 22.05.8",
    {choice("safe", "off", {"off", "on"},
            "AccountingStorageEnforce=safe: whether jobs start only if usage lasts to their limits"),
     choice("outside_partition", "wait", {"wait", "refuse"},
            "EnforcePartLimits: what becomes of jobs that are larger or longer than their partition allows"),
     choice("billing", "sum", {"sum", "max_tres"},
            "PriorityFlags=MAX_TRES: how the weighted amounts of a job become its billing"),
     real("half_life", 604800, at_least(0), "s",
          "time in which usage decays to a half; 0: it does not decay"),
     choice("decay", "slurm", {"slurm", "exact"},
            "as Slurm counts, with 0.693 and in steps of a second, or as an exponential function"),
     choice("reset", "none", usage_reset_words(), "when all usage is forgotten"),
     integer("zero", 0, between(0, 1e11), "s", "date 0 of the run, in s since 1970, for resets"),
     real("period", 300, at_least(0), "s",
          "time between passes, at which usage changes; 0: whenever something happens")}))

} // namespace malha::cluster
