// SPDX-License-Identifier: MIT
#include "account_usage.hpp"

#include "csv_rows.hpp"
#include "field_values.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <array>

namespace malha {
namespace {

constexpr double most_usage = 1e30; ///< of a user; sums of such numbers are numbers

const std::vector<std::string> usage_columns{"account", "user", "usage"};

/// The places of `usage_columns` in a row.
std::array<std::size_t, 3> places_of_usage(const CsvRows& rows, const std::string& file) {
  std::array<std::size_t, 3> places{};
  const auto& names = rows.names();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), usage_columns[i]);
    if (found == names.end() || names.size() != places.size())
      throw InputError(file + ":1: has the columns " + listed(names) + "; valid: " + listed(usage_columns));
    places[i] = static_cast<std::size_t>(found - names.begin());
  }
  return places;
}

int charged_user(const CsvRows& rows, const std::string& account, const std::string& user,
                 const cluster::Accounts& accounts) {
  std::vector<std::string> names, users;
  if (user.empty())
    rows.bad_row("names no user of account " + malha::quoted(account) +
                     "; valid: a user, whose usage counts for the account, too",
                 "user");
  if (const auto found = accounts.find(account, user))
    return *found;
  for (const auto& association : accounts.all())
    if (!association.is_user())
      names.push_back(association.account);
    else if (association.account == account)
      users.push_back(association.user);
  if (!accounts.find(account, ""))
    rows.bad_row("unknown account " + malha::quoted(account) + instead_of(account, names), "account");
  rows.bad_row("account " + malha::quoted(account) + " has no user " + malha::quoted(user) +
                   instead_of(user, users),
               "user");
}

double amount_of_usage(const CsvRows& rows, std::string_view text) {
  const auto number = parse_number<double>(text);
  if (!number || !(*number >= 0 && *number <= most_usage))
    rows.bad_row("usage cannot be " + malha::quoted(text) + "; valid: a number from 0 to " +
                     shortest(most_usage),
                 "usage");
  return *number;
}

} // namespace

std::vector<double> read_account_usage(const std::filesystem::path& file, const cluster::Accounts& accounts) {
  CsvRows rows(file);
  rows.split_at(',');
  const auto [account, user, usage] = places_of_usage(rows, file.string());
  std::vector<double> used(static_cast<std::size_t>(accounts.size()), 0.0);
  std::vector<bool> is_given(used.size(), false);
  while (rows.next()) {
    const std::string in_account(rows.cell(account)), of_user(rows.cell(user));
    const auto place = static_cast<std::size_t>(charged_user(rows, in_account, of_user, accounts));
    if (is_given[place])
      rows.bad_row("has user " + malha::quoted(of_user) + " of account " + malha::quoted(in_account) +
                       " again; valid: once",
                   "user");
    is_given[place] = true;
    used[place] = amount_of_usage(rows, rows.cell(usage));
  }
  return used;
}

} // namespace malha
