// SPDX-License-Identifier: MIT
#include "check.hpp"

#include "foreign_memory.hpp"
#include "policies/sdk/errors.hpp"
#include "smaller.hpp"

#include <algorithm>
#include <array>

namespace malha::conformance {
namespace {

namespace fs = std::filesystem;

constexpr int settings_of_a_policy = 10;

/// How often an example is asked while it is made smaller; of calls that take too long, which are costly.
constexpr int most_tries = 1000, most_long_tries = 60;

/// Under valgrind a plugin may take so many times as long as one call may.
constexpr double patience_with_valgrind = 100;

/// Of a run, which has some forty decisions, so many stand for one view.
constexpr int views_of_a_run = 5;

/// Random views for each of the settings. They depend on the question, and not on the policy.
std::vector<Sequence> drawn_sequences(const Views& views, const std::vector<Settings>& settings,
                                      const CheckOptions& options) {
  RandomStreams streams(options.seed);
  const int all = views.is_whole_run ? options.views / views_of_a_run : options.views;
  const int number = static_cast<int>(settings.size());
  std::vector<Sequence> sequences;
  for (const auto& parameters : settings) {
    auto& sequence = sequences.emplace_back();
    sequence.parameters = parameters;
    Draw draw(streams.stream(views.name + " " + std::to_string(sequences.size())));
    for (int view = 0; view < std::max(1, (all + number - 1) / number); ++view)
      sequence.views.push_back(views.draw(draw));
  }
  return sequences;
}

Json json_of(const Sequence& sequence) {
  return {{"parameters", sequence.parameters}, {"views", sequence.views}};
}

bool is_overdue(const Found& found) { return found.sentence.rfind("it does not answer", 0) == 0; }
bool is_too_long(const Tried& tried) { return tried.found && is_overdue(*tried.found); }

/// Looks for what is wrong with one policy.
class PolicyCheck {
public:
  PolicyCheck(PluginReport& report, const CheckOptions& options) : report_(report), options_(options) {}

  /// Every view under every setting, then once more under other conditions.
  void check(const Views& views) {
    sequences_ = drawn_sequences(views, report_.described.settings, options_);
    is_alone_ = views.is_alone;
    report_.are_runs = views.is_whole_run;
    report_.settings = sequences_.size();
    for (const auto& sequence : sequences_) {
      report_.views += static_cast<std::int64_t>(sequence.views.size());
      if (report_.are_runs)
        for (const auto& view : sequence.views)
          report_.longest_run = std::max(report_.longest_run, view.value("jobs", Json::array()).size());
    }
    std::vector<Trial> trials;
    for (const auto& sequence : sequences_)
      trials.push_back({report_.file, {sequence}, options_.seed, true});
    first_ = first_of(trials);
    for (std::size_t i = 0; i < first_.size(); ++i) {
      report_.calls += first_[i].calls;
      if (first_[i].found)
        note(*first_[i].found, cut(i, first_[i].found->view));
    }
    compare_again();
    if (options_.uses_valgrind)
      look_at_memory();
    else
      report_.not_looked_at["memory"] = "not asked for";
  }

  /// The same of one example.
  void check(const Json& example) {
    const auto trial = seeded(example);
    need(!trial.sequences.back().views.empty(), "it has no views");
    const auto tried = try_out({trial}, options_.limits).front();
    report_.views = static_cast<std::int64_t>(trial.sequences.back().views.size());
    report_.calls = tried.calls;
    if (tried.found && tried.found->row == "no view")
      throw NoView(tried.found->sentence);
    report_.not_looked_at["memory"] = "not in a replay";
    if (!example.contains("before"))
      report_.not_looked_at["state"] = "the example has no instance that is asked before";
    if (tried.found) {
      report_.findings.push_back({tried.found->row, tried.found->sentence, example});
      return skip({"repeats", "addresses", "state"}, "the example ends with what was found");
    }
    if (repeats_differ(example))
      add("repeats", example);
    else if (addresses_differ(example))
      add("addresses", example);
    else if (example.contains("before") && state_differs(example))
      add("state", example);
  }

private:
  bool has(const std::string& row) const {
    return std::any_of(report_.findings.begin(), report_.findings.end(),
                       [&](const auto& finding) { return finding.row == row; });
  }
  void skip(const std::vector<const char*>& rows, const std::string& why) {
    for (const auto* row : rows)
      report_.not_looked_at[row] = why;
  }

  /// The views of a sequence up to that one; of whole runs that one alone.
  Json cut(std::size_t sequence, std::size_t view) const {
    auto shown = sequences_[sequence];
    shown.views.resize(std::min(view + 1, shown.views.size()));
    if (is_alone_ && !shown.views.empty())
      shown.views = {shown.views.back()};
    return json_of(shown);
  }

  /// Adds what was found while a policy was asked, with the smallest example, unless there is some of its
  /// row.
  void note(const Found& found, const Json& example) {
    if (has(found.row))
      return;
    auto limits = options_.limits;
    const bool is_long = is_overdue(found);
    if (is_long)
      limits.time = std::max(0.1, limits.time / 10);
    const auto shows = [&](const Json& candidate) {
      const auto tried = tried_of(candidate, limits);
      return tried && tried->found && tried->found->row == found.row;
    };
    const auto small =
        shows(example) ? smaller(example, shows, is_long ? most_long_tries : most_tries) : example;
    const auto last = tried_of(small, options_.limits);
    const bool is_shown = last && last->found && last->found->row == found.row;
    report_.findings.push_back(
        {found.row, is_shown ? last->found->sentence : found.sentence, complete(is_shown ? small : example)});
  }

  Json complete(const Json& example) const {
    Json whole{{"policy", report_.described.name}, {"seed", options_.seed}};
    whole.update(example);
    return whole;
  }

  /// Nothing where the example is none.
  std::optional<Tried> tried_of(const Json& example, const TrialLimits& limits) const {
    try {
      return try_out({seeded(example)}, limits).front();
    } catch (const NoView&) {
      return std::nullopt;
    }
  }
  Trial seeded(const Json& example) const {
    auto trial = trial_of(report_.file, example);
    if (!example.contains("seed"))
      trial.seed = options_.seed;
    return trial;
  }

  /// Under other settings a policy that does not answer under its defaults is not waited for.
  std::vector<Tried> first_of(std::vector<Trial> trials) {
    auto tried = try_out({trials.front()}, options_.limits);
    trials.erase(trials.begin());
    if (is_too_long(tried.front())) {
      sequences_.resize(1);
      return tried;
    }
    const auto others = try_out(trials, options_.limits);
    tried.insert(tried.end(), others.begin(), others.end());
    return tried;
  }

  void compare_again() {
    std::vector<std::size_t> good;
    for (std::size_t i = 0; i < first_.size(); ++i)
      if (!first_[i].found)
        good.push_back(i);
    if (good.empty())
      return skip({"repeats", "addresses", "state"}, "no setting is left under which it answers every view");
    if (good.front() == 0)
      report_.time = first_[0].time / static_cast<double>(std::max<std::int64_t>(1, first_[0].calls));
    for (const auto i : good)
      if (!first_[i].is_like_twin)
        return differs("repeats", json_of(sequences_[i]), {"addresses", "state"});
    std::vector<Trial> trials;
    Trial together{report_.file, {}, options_.seed};
    for (const auto i : good) {
      trials.push_back({report_.file, {sequences_[i]}, options_.seed, false, i + 1});
      together.sequences.push_back(sequences_[i]);
    }
    trials.push_back(together);
    compare(good, try_out(trials, options_.limits));
  }

  /// Of each good sequence there is a trial with other addresses; then one of all together.
  void compare(const std::vector<std::size_t>& good, const std::vector<Tried>& tried) {
    const auto is_same = [&](const Tried& other, std::size_t place, std::size_t i) {
      return place < other.answers.size() && other.answers[place] == first_[i].answers.front();
    };
    for (std::size_t i = 0; i < good.size(); ++i)
      if (!is_same(tried[i], 0, good[i]))
        return differs("addresses", json_of(sequences_[good[i]]), {"state"});
    for (std::size_t i = 0; i < good.size(); ++i)
      if (!is_same(tried.back(), i, good[i])) {
        auto example = json_of(sequences_[good[i]]);
        example["before"] = Json::array();
        for (std::size_t before = 0; before < std::max<std::size_t>(i, 1); ++before)
          example["before"].push_back(json_of(sequences_[good[before]]));
        return differs("state", example, {});
      }
  }

  void differs(const std::string& row, const Json& example, const std::vector<const char*>& hidden) {
    skip(hidden, "answers change without that");
    const auto shows = [&](const Json& candidate) {
      try {
        return row == "repeats"     ? repeats_differ(candidate)
               : row == "addresses" ? addresses_differ(candidate)
                                    : state_differs(candidate);
      } catch (const NoView&) {
        return false;
      }
    };
    add(row, complete(shows(example) ? smaller(example, shows, most_tries) : example));
  }

  void add(const std::string& row, const Json& example) {
    static const std::map<std::string, std::string> sentences{
        {"repeats",
         "the same views are answered differently in another process: it looks at a clock, a random "
         "device, or memory that nobody has written"},
        {"addresses",
         "the same views are answered differently where memory lies elsewhere: it goes by the order "
         "or the hash of addresses, or reads memory that nobody has written"},
        {"state", "the same views are answered differently after another instance was asked: it keeps state "
                  "outside of its instances"}};
    report_.findings.push_back({row, sentences.at(row), example});
  }

  bool repeats_differ(const Json& example) const {
    auto trial = seeded(example);
    trial.has_twin = true;
    const auto tried = try_out({trial}, options_.limits).front();
    return !tried.is_like_twin && !(tried.found && tried.found->row == "no view");
  }
  bool addresses_differ(const Json& example) const {
    const auto plain = seeded(example);
    auto one = plain, other = plain;
    one.shuffle = 1;
    other.shuffle = 2;
    return differ({plain, one, other});
  }
  bool state_differs(const Json& example) const {
    const auto after = seeded(example);
    auto fresh = after;
    fresh.sequences = {after.sequences.back()};
    return differ({after, fresh});
  }
  bool differ(const std::vector<Trial>& trials) const {
    const auto all = try_out(trials, options_.limits);
    for (const auto& tried : all) {
      if (tried.found && tried.found->row == "no view")
        return false;
      const bool has_both = !tried.answers.empty() && !all.front().answers.empty();
      if (tried.found.has_value() != all.front().found.has_value() ||
          (has_both && tried.answers.back() != all.front().answers.back()))
        return true;
    }
    return false;
  }

  /// The first views of a setting under which it answers.
  void look_at_memory() {
    constexpr std::size_t most = 20;
    const auto good =
        std::find_if(first_.begin(), first_.end(), [](const auto& tried) { return !tried.found; });
    if (good == first_.end())
      return skip({"memory"}, "no setting is left under which it answers every view");
    auto sequence = sequences_[static_cast<std::size_t>(good - first_.begin())];
    sequence.views.resize(std::min(sequence.views.size(), report_.are_runs ? most / views_of_a_run : most));
    const auto seen =
        memory_of(report_.file, complete(json_of(sequence)), patience_with_valgrind * options_.limits.time);
    if (!seen.not_looked_at.empty())
      report_.not_looked_at["memory"] = seen.not_looked_at;
    for (const auto& flaw : seen.flaws)
      report_.findings.push_back({"memory", flaw, nullptr});
  }

  PluginReport& report_;
  const CheckOptions& options_;
  std::vector<Sequence> sequences_;
  std::vector<Tried> first_; ///< each sequence in a process of its own
  bool is_alone_ = false;    ///< each view is put to an instance of its own
};

constexpr std::array rows_of_views{"rules", "ends", "repeats", "addresses", "state", "memory"};

template <class Rows>
void skip_rows(PluginReport& report, const Rows& rows, const std::string& why) {
  for (const auto* row : rows)
    report.not_looked_at[row] = why;
}

/// What the plugin says of itself, with so many settings, and what is wrong with that.
PluginReport begun(const fs::path& plugin, int settings, const CheckOptions& options) {
  PluginReport report;
  report.file = plugin;
  report.described = describe(plugin, options.settings, settings, options.seed, options.limits);
  const auto& described = report.described;
  for (const auto& found : described.found)
    report.findings.push_back({found.row, found.sentence, nullptr});
  if (!described.refused.empty())
    report.findings.push_back({"opened", described.refused, nullptr});
  if (!described.not_looked_at.empty())
    report.not_looked_at["described"] = described.not_looked_at;
  if (described.names.empty()) {
    const std::string why = "it could not be read to its end";
    skip_rows(report, std::array{"described", "output"}, why);
    skip_rows(report, rows_of_views, why);
  }
  return report;
}

} // namespace

PluginReport check_plugin(const fs::path& plugin, const CheckOptions& options) {
  auto report = begun(plugin, settings_of_a_policy, options);
  if (report.described.names.empty())
    return report;
  if (!report.described.is_policy)
    skip_rows(report, rows_of_views, "random views are for policies");
  else if (const auto* views = views_of(report.described.question))
    PolicyCheck(report, options).check(*views);
  else
    skip_rows(report, rows_of_views,
              "no views of the question '" + report.described.question + "' are known");
  return report;
}

std::optional<Seconds> time_of_calls(const fs::path& plugin, const CheckOptions& options) {
  const auto described = describe(plugin, {}, 1, options.seed, options.limits);
  const auto* views = views_of(described.question);
  if (views == nullptr || described.settings.empty())
    return std::nullopt;
  std::vector<Settings> all(settings_of_a_policy);
  all.front() = described.settings.front();
  const Trial trial{plugin, {drawn_sequences(*views, all, options).front()}, options.seed};
  std::optional<Seconds> least;
  for (const auto& tried : try_out({trial, trial}, options.limits))
    if (const auto time = tried.time / static_cast<double>(std::max<std::int64_t>(1, tried.calls));
        !tried.found && (!least || time < *least))
      least = time;
  return least;
}

PluginReport check_example(const fs::path& plugin, const Json& example, const CheckOptions& options) {
  auto report = begun(plugin, 0, options);
  const auto& described = report.described;
  if (!described.refused.empty())
    throw InputError(described.refused);
  if (described.names.empty())
    return report;
  if (!described.is_policy || views_of(described.question) == nullptr)
    throw InputError("no views of " + listed(described.names) +
                     " are known, so that none can be asked again");
  try {
    const Part part(example, {"policy", "seed", "parameters", "before", "views"});
    if (const auto policy = part.text("policy", described.name); policy != described.name)
      throw InputError("the example is of policy '" + policy + "', and " + plugin.string() + " has '" +
                       described.name + "'");
    PolicyCheck(report, options).check(example);
  } catch (const NoView& none) {
    throw InputError(std::string("the example is none of ") + described.question + ": " + none.what());
  }
  return report;
}

} // namespace malha::conformance
