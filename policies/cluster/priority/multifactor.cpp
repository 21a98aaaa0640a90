// SPDX-License-Identifier: MIT
// Multifactor priority (Slurm 22.05, "Multifactor Priority Plugin"): a weighted sum of the age of a job, the
// fair share of its user, its size, its partition and its QOS, cut to an integer. Usage and ages are those of
// the last pass. Fair share is Fair Tree or the classic factor. A user is charged for each node and second.
// Not in it: factors of associations and of trackable resources, and those of the site.
#include "fair_shares.hpp"
#include "multifactor_sum.hpp"
#include "policies/sdk/split.hpp"
#include "usage_book.hpp"

namespace malha::cluster {
namespace {

/// Numbers by name, such as "high:1000,normal:0". Throws std::invalid_argument.
class NamedNumbers {
public:
  NamedNumbers(const std::string& parameter, const std::string& text) {
    if (text.empty())
      return;
    for (const auto& part : split(text, ',')) {
      const auto colon = part.rfind(':');
      const auto number = colon == std::string::npos
                              ? std::nullopt
                              : parse_number<std::uint32_t>(std::string_view(part).substr(colon + 1));
      if (!number || colon == 0)
        throw std::invalid_argument(parameter + " has '" + part +
                                    "'; valid: NAME:NUMBER, with a whole number, at least 0");
      if (!numbers_.emplace(part.substr(0, colon), *number).second)
        throw std::invalid_argument(parameter + " has '" + part.substr(0, colon) + "' twice; valid: once");
      largest_ = std::max<double>(largest_, *number);
    }
  }

  /// Takes the priorities of these partitions or QOSes of a site, if no numbers were given.
  template <class Items>
  void take_from_site(const Items& items) {
    if (!numbers_.empty())
      return;
    for (const auto& [name, item] : items) {
      numbers_[name] = static_cast<double>(item.priority);
      largest_ = std::max(largest_, numbers_[name]);
    }
  }

  /// The number of a name as a part of the largest one; 0 for a name that has none.
  double factor(const std::string& name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? 0 : multifactor::quotient_factor(found->second, largest_, false);
  }

private:
  std::map<std::string, double> numbers_;
  double largest_ = 0;
};

std::uint32_t weight(const Parameters& parameters, const std::string& factor) {
  return static_cast<std::uint32_t>(parameters.integer("weight_" + factor));
}

multifactor::Weights weights_of(const Parameters& parameters) {
  multifactor::Weights weights;
  weights.age = weight(parameters, "age");
  weights.fairshare = weight(parameters, "fair_share");
  weights.job_size = weight(parameters, "size");
  weights.partition = weight(parameters, "partition");
  weights.qos = weight(parameters, "qos");
  return weights;
}

FairShares fair_shares_of(const Parameters& parameters) {
  if (parameters.text("fair_share") == "classic")
    return FairShares(ClassicFairShare(parameters.real("dampening")));
  return FairShares(parameters.text("ties") == "documented" ? Ties::documented : Ties::as_built);
}

UsageBook::Rules usage_rules_of(const Parameters& parameters) {
  const Seconds half_life = parameters.real("half_life");
  const auto rule = parameters.text("decay") == "exact" ? DecayRule::exact : DecayRule::slurm;
  const auto reset = usage_reset_of(parameters.text("reset"));
  if (const auto why_not = why_usage_never_ends(half_life, reset))
    throw std::invalid_argument(*why_not);
  const Seconds period = parameters.real("period");
  if (period > 0 && period < 1)
    throw std::invalid_argument("period cannot be " + shortest(period) + " s; valid: 0, or from 1 s on");
  constexpr double most_half_lives = 500; // 2 to that power is far from what a double can hold
  if (half_life > 0 && period > most_half_lives * half_life)
    throw std::invalid_argument("period is more than 500 times half_life, after which no usage is left; "
                                "valid: a shorter period, or a longer half life");
  return {period, UsageDecay(half_life, rule), reset, parameters.integer("zero")};
}

/// Throws std::invalid_argument if a parameter was set that has no effect under the others.
void refuse_without_effect(const Parameters& parameters) {
  const auto refuse = [&](bool has_no_effect, const std::string& name, const std::string& valid) {
    if (has_no_effect)
      throw std::invalid_argument(name + "=" + parameters.text(name) + " has no effect here; valid: with " +
                                  valid);
  };
  const auto is_off = [&](const char* factor) { return weight(parameters, factor) == 0; };
  const bool is_classic = parameters.text("fair_share") == "classic";
  refuse(is_off("qos") && !parameters.text("qos").empty(), "qos", "weight_qos above 0");
  refuse(is_off("partition") && !parameters.text("partitions").empty(), "partitions",
         "weight_partition above 0");
  refuse(is_off("size") && parameters.text("favor") == "small", "favor", "weight_size above 0");
  refuse(is_off("size") && parameters.text("relative_to_time") == "on", "relative_to_time",
         "weight_size above 0");
  refuse(is_off("fair_share") && is_classic, "fair_share", "weight_fair_share above 0");
  refuse(is_classic && parameters.text("ties") == "documented", "ties", "fair_share=fair_tree");
  refuse(!is_classic && parameters.text("dampening") != "1", "dampening", "fair_share=classic");
  const auto reset = usage_reset_of(parameters.text("reset"));
  refuse(parameters.integer("zero") != 0 && (reset == UsageReset::none || reset == UsageReset::now), "zero",
         "a reset at dates of the calendar");
}

class Multifactor : public Priority {
public:
  explicit Multifactor(const Parameters& parameters)
      : weights_(weights_of(parameters)), full_age_(parameters.real("max_age")),
        partitions_("partitions", parameters.text("partitions")), qos_("qos", parameters.text("qos")),
        usage_(usage_rules_of(parameters)), fair_shares_(fair_shares_of(parameters)) {
    refuse_without_effect(parameters);
    size_flags_.favor_small = parameters.text("favor") == "small";
    size_flags_.small_relative_to_time = parameters.text("relative_to_time") == "on";
  }

  double priority(const QueuedJob& job, const PriorityView& view) override {
    if (!std::exchange(has_begun_, true))
      begin(view);
    advance(view.now);
    multifactor::Factors factors;
    factors.age = multifactor::age_factor(usage_.last_pass(), eligible_since(job), full_age_);
    factors.fairshare = weights_.fairshare > 0 ? fair_share(job) : 0;
    factors.job_size =
        multifactor::job_size_factor({job.size, job.size}, {view.nodes, view.nodes},
                                     std::ceil(job.walltime / seconds_of_a_minute), size_flags_);
    factors.nice = job.request != nullptr ? job.request->nice : 0;
    const auto& credentials = credentials_of(job);
    factors.partition = weights_.partition > 0 ? partitions_.factor(credentials.partition) : 0;
    factors.qos = weights_.qos > 0 ? qos_.factor(credentials.qos) : 0;
    return multifactor::priority_of(weights_, factors);
  }

  Seconds next_pass(Seconds now) override {
    advance(now);
    return usage_.next_pass(now);
  }
  void started(const QueuedJob& job, Seconds now) override {
    advance(now);
    usage_.started(job, now);
  }
  void ended(const QueuedJob& job, Seconds, Seconds end) override {
    advance(end);
    if (weights_.fairshare > 0) // before the usage changes: the factors are those of the pass
      update_fair_shares();
    usage_.ended(job, end);
  }

private:
  static constexpr Seconds seconds_of_a_minute = 60;

  void begin(const PriorityView& view) {
    usage_.begin(view.shares);
    if (view.site == nullptr)
      return;
    partitions_.take_from_site(view.site->partitions);
    qos_.take_from_site(view.site->qos);
  }

  void advance(Seconds now) { is_up_to_date_ &= !usage_.advance(now); }

  /// As of the last pass. Of a user who is new it is 1, as of one who has used nothing.
  double fair_share(const QueuedJob& job) {
    const auto association = usage_.association(job);
    if (!association)
      return 1;
    update_fair_shares();
    return fair_shares_.factor(*association);
  }

  /// Takes the usage of the last pass, unless that is done, or nobody has a place in the tree.
  void update_fair_shares() {
    if (!is_up_to_date_ && usage_.tree() != nullptr) {
      fair_shares_.update(*usage_.tree());
      is_up_to_date_ = true;
    }
  }

  const multifactor::Weights weights_;
  const Seconds full_age_;
  multifactor::Flags size_flags_;
  NamedNumbers partitions_, qos_;
  UsageBook usage_;
  FairShares fair_shares_;
  bool has_begun_ = false;
  bool is_up_to_date_ = false; ///< whether the fair shares are those of the last pass
};

ParameterSpec weight_of(const char* factor, std::int64_t default_value, const std::string& of_what) {
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  return integer(std::string("weight_") + factor, default_value, between(0, most), "1",
                 "weight of " + of_what + "; 0: it does not count");
}

} // namespace

MALHA_POLICY(policy<Multifactor>(
    "cluster/multifactor",
    "a weighted sum of age, fair share, size, partition and QOS, as in Slurm: the largest goes first",
    "Slurm 22.05 documentation, Multifactor Priority Plugin; measured on Slurm 22.05.8",
    {weight_of("age", 1000, "the age"), weight_of("fair_share", 10000, "the fair share of the user"),
     weight_of("size", 0, "the size"), weight_of("partition", 0, "the partition"),
     weight_of("qos", 0, "the QOS"), real("max_age", 604800, above(0), "s", "age from which the factor is 1"),
     choice("favor", "large", {"large", "small"}, "which jobs have a larger factor of size"),
     choice("relative_to_time", "off", {"off", "on"},
            "whether the size is divided by the minutes of the walltime"),
     text("partitions", "",
          "PriorityJobFactor of partitions, such as fast:1000,slow:1; 0 for others; empty: those of setting "
          "slurm_conf"),
     text("qos", "",
          "priorities of QOS, such as high:1000,normal:0; 0 for others; empty: those of setting qos"),
     choice("fair_share", "fair_tree", {"fair_tree", "classic"}, "how the fair share follows from usage"),
     choice("ties", "as_built", {"as_built", "documented"},
            "how Fair Tree ranks accounts that are equal: as Slurm does, or as its documentation says"),
     real("dampening", 1, above(0), "1",
          "of classic fair share: shares that one may use until the factor is 1/2"),
     real("half_life", 604800, at_least(0), "s",
          "time in which usage decays to a half; 0: it does not decay"),
     choice("decay", "slurm", {"slurm", "exact"},
            "as Slurm counts, with 0.693 and in steps of a second, or as an exponential function"),
     choice("reset", "none", usage_reset_words(), "when all usage is forgotten"),
     integer("zero", 0, between(0, 1e11), "s", "date 0 of the run, in s since 1970, for resets"),
     real("period", 300, at_least(0), "s",
          "time between passes, at which usage and priorities change; 0: whenever something happens")}))

} // namespace malha::cluster
