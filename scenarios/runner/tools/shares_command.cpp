// SPDX-License-Identifier: MIT
// malha shares: the fair shares of accounts and users, as sshare of Slurm shows them.
#include "policies/cluster/priority/classic_fair_share.hpp"
#include "policies/cluster/priority/fair_tree.hpp"
#include "policies/sdk/near_names.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/workload/files/account_dump.hpp"
#include "scenarios/workload/files/account_usage.hpp"

#include <iostream>

namespace malha {
namespace {

constexpr int most_dampening = 65535; // as in Slurm

/// What is shown of one association; nothing where it does not exist.
struct ShownShares {
  std::string account, user;
  int depth; ///< 0 of the root
  std::optional<std::int64_t> shares;
  double norm_shares, usage;
  std::optional<double> norm_usage;
  double effective_usage;
  std::optional<double> fair_share, level_fs;
};

/// The word of an option, which is one of these; the first one if it was not given.
std::string word_of(const Options& options, const std::string& option,
                    const std::vector<std::string>& words) {
  if (!options.has(option))
    return words.front();
  const auto given = options.text(option);
  if (std::find(words.begin(), words.end(), given) == words.end())
    throw InputError("shares: --" + option + " cannot be '" + given + "'" + instead_of(given, words));
  return given;
}

void refuse_option_of(const Options& options, const std::string& option, const std::string& algorithm) {
  if (options.has(option))
    throw InputError("shares: --" + option + " has no effect; valid: with --algorithm " + algorithm);
}

cluster::ShareTree charged_tree(const cluster::Accounts& accounts, const Options& options) {
  cluster::ShareTree tree(accounts);
  if (!options.has("usage"))
    return tree;
  const auto used = read_account_usage(options.text("usage"), accounts);
  for (int number = 0; number < tree.size(); ++number)
    if (tree.is_user(number))
      tree.charge(number, used[static_cast<std::size_t>(number)]);
  return tree;
}

/// What does not depend on the algorithm.
std::vector<ShownShares> shown_shares(const cluster::Accounts& accounts, const cluster::ShareTree& tree) {
  std::vector<ShownShares> all;
  for (int number = 0; number < tree.size(); ++number) {
    const auto& association = accounts[number];
    const int depth = number == 0 ? 0 : all[static_cast<std::size_t>(association.parent)].depth + 1;
    all.push_back({association.account, association.user, depth, association.shares, 0, tree.usage(number),
                   std::nullopt, 0, std::nullopt, std::nullopt});
    if (number > 0)
      all.back().norm_usage = tree.usage_of_all(number);
  }
  return all;
}

void add_fair_tree(std::vector<ShownShares>& all, const cluster::ShareTree& tree, cluster::Ties ties) {
  cluster::FairTree fair_tree(ties);
  const auto& factors = fair_tree.factors(tree);
  for (int number = 0; number < tree.size(); ++number) {
    const auto place = static_cast<std::size_t>(number);
    auto& one = all[place];
    one.norm_shares = tree.share_of_level(number);
    one.effective_usage = tree.usage_of_level(number);
    if (tree.is_user(number))
      one.fair_share = factors[place];
    if (number > 0 && !tree.is_by_parent(number))
      one.level_fs = cluster::level_fs(tree, number);
  }
}

void add_classic(std::vector<ShownShares>& all, const cluster::ShareTree& tree, int dampening) {
  cluster::ClassicFairShare fair_share(dampening);
  const auto& factors = fair_share.factors(tree);
  for (int number = 0; number < tree.size(); ++number) {
    const auto place = static_cast<std::size_t>(number);
    all[place].norm_shares = tree.share_of_all(number);
    all[place].effective_usage = fair_share.effective_usage()[place];
    all[place].fair_share = factors[place];
  }
}

/// The number by `text_of`; "" where there is none.
template <class TextOf>
std::string if_any(const std::optional<double>& number, TextOf&& text_of) {
  return number ? text_of(*number) : "";
}

std::string shares_text(const ShownShares& one, bool is_root) {
  return is_root ? "" : one.shares ? std::to_string(*one.shares) : "parent";
}

void print_shares(const std::vector<ShownShares>& all, bool has_levels) {
  std::vector<std::string> names{"account", "user", "shares",    "share",
                                 "usage",   "used", "effective", "factor"};
  std::vector<bool> right{false, false, true, true, true, true, true, true};
  if (has_levels) {
    names.emplace_back("level fs");
    right.push_back(true);
  }
  Table table(names, right);
  const auto text = [](double value) { return shown(value, 4); };
  for (const auto& one : all) {
    const std::string indent(static_cast<std::size_t>(std::min(one.depth, 20)), ' ');
    std::vector<std::string> row{indent + one.account,
                                 one.user,
                                 shares_text(one, &one == &all.front()),
                                 text(one.norm_shares),
                                 shown(one.usage, 6),
                                 if_any(one.norm_usage, text),
                                 text(one.effective_usage),
                                 if_any(one.fair_share, text)};
    if (has_levels)
      row.push_back(if_any(one.level_fs, text));
    table.add(std::move(row));
  }
  table.print(std::cout);
}

void print_csv(const std::vector<ShownShares>& all) {
  std::cout
      << "account,user,raw_shares,norm_shares,raw_usage,norm_usage,effective_usage,fair_share,level_fs\n";
  for (const auto& one : all)
    std::cout << csv_field(one.account) << ',' << csv_field(one.user) << ','
              << shares_text(one, &one == &all.front()) << ',' << shortest(one.norm_shares) << ','
              << shortest(one.usage) << ',' << if_any(one.norm_usage, shortest) << ','
              << shortest(one.effective_usage) << ',' << if_any(one.fair_share, shortest) << ','
              << if_any(one.level_fs, shortest) << '\n';
}

/// Says once which keys of the file have no effect on what is shown.
std::string note_of(const AccountDump& dump) {
  std::vector<std::string> keys;
  for (const auto& [key, rows] : dump.without_effect)
    keys.push_back(key + " (" + std::to_string(rows) + ")");
  return keys.empty() ? "" : "note: keys without effect here, and their rows: " + listed(keys);
}

int shares_command(const std::vector<std::string>& words) {
  const Options options("shares", words, Options::none, "ACCOUNTS.dump",
                        {{"usage", "FILE", "what users have used: CSV with account, user and usage"},
                         {"algorithm", "fair_tree|classic", "the algorithm of Slurm (default: fair_tree)"},
                         {"ties", "as_built|documented",
                          "fair_tree: what becomes of accounts with equal level fair-share values; as_built "
                          "is what Slurm does (default: as_built)"},
                         {"dampening", "N", "classic: FairShareDampeningFactor (default: 1)"},
                         {"csv", "", "print all digits as CSV"}});
  if (options.help())
    return 0;
  const bool is_classic = word_of(options, "algorithm", {"fair_tree", "classic"}) == "classic";
  if (is_classic)
    refuse_option_of(options, "ties", "fair_tree");
  else
    refuse_option_of(options, "dampening", "classic");
  const auto ties = word_of(options, "ties", {"as_built", "documented"}) == "documented"
                        ? cluster::Ties::documented
                        : cluster::Ties::as_built;
  const auto dampening = options.number<int>("dampening", 1, 1, most_dampening);
  const auto dump = read_account_dump(options.one());
  const auto tree = charged_tree(dump.accounts, options);
  auto all = shown_shares(dump.accounts, tree);
  if (is_classic)
    add_classic(all, tree, dampening);
  else
    add_fair_tree(all, tree, ties);
  const auto note = note_of(dump);
  if (options.has("csv")) {
    print_csv(all);
    std::cerr << (note.empty() ? "" : complaint(note));
    return 0;
  }
  print_shares(all, !is_classic);
  std::cout << (note.empty() ? "" : "\n" + wrapped(note, ""));
  return 0;
}

} // namespace

MALHA_COMMAND(
    "shares", "shares ACCOUNTS.dump", "the fair shares of accounts and users, as Slurm computes them",
    shares_command, 86,
    "Shows the shares, usage and fair-share factor of each account and user of a file that sacctmgr dump "
    "wrote, as sshare does. Columns: shares as the file has them; share: the part of those of its level "
    "(fair_tree) or of the cluster (classic); usage; used: the part of all usage; effective: the usage that "
    "the algorithm compares with the share; factor: from 0 to 1, for the weight of fair share in priorities; "
    "level fs: the value by which siblings are ranked.",
    "shares accounts.dump --usage usage.csv --algorithm classic --dampening 2")

} // namespace malha
