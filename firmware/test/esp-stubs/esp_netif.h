// Mirrors components/esp_netif/include/{esp_netif,esp_netif_types,esp_netif_ip_addr}.h, ESP-IDF v5.5: only
// what hal_esp uses.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "esp_err.h"
#include "esp_event.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ESP_ERR_ESP_NETIF_BASE 0x5000
#define ESP_ERR_ESP_NETIF_DHCP_ALREADY_STOPPED ESP_ERR_ESP_NETIF_BASE + 0x05

struct esp_ip4_addr {
  uint32_t addr;
};
typedef struct esp_ip4_addr esp_ip4_addr_t;

struct esp_ip6_addr {
  uint32_t addr[4];
  uint8_t zone;
};
typedef struct esp_ip6_addr esp_ip6_addr_t;

typedef struct _ip_addr {
  union {
    esp_ip6_addr_t ip6;
    esp_ip4_addr_t ip4;
  } u_addr;
  uint8_t type;
} esp_ip_addr_t;

#define ESP_IPADDR_TYPE_V4 0U

#define esp_netif_htonl(x)                                                          \
  ((((x) & (uint32_t)0x000000ffUL) << 24) | (((x) & (uint32_t)0x0000ff00UL) << 8) | \
   (((x) & (uint32_t)0x00ff0000UL) >> 8) | (((x) & (uint32_t)0xff000000UL) >> 24))
#define esp_netif_ip4_makeu32(a, b, c, d)                                                      \
  (((uint32_t)((a)&0xff) << 24) | ((uint32_t)((b)&0xff) << 16) | ((uint32_t)((c)&0xff) << 8) | \
   (uint32_t)((d)&0xff))
#define ESP_IP4TOADDR(a, b, c, d) esp_netif_htonl(esp_netif_ip4_makeu32(a, b, c, d))

struct esp_netif_obj;
typedef struct esp_netif_obj esp_netif_t;

typedef enum {
  ESP_NETIF_DNS_MAIN = 0,
  ESP_NETIF_DNS_BACKUP,
  ESP_NETIF_DNS_FALLBACK,
  ESP_NETIF_DNS_MAX
} esp_netif_dns_type_t;

typedef struct {
  esp_ip_addr_t ip;
} esp_netif_dns_info_t;

typedef enum {
  ESP_NETIF_OP_START = 0,
  ESP_NETIF_OP_SET,
  ESP_NETIF_OP_GET,
  ESP_NETIF_OP_MAX
} esp_netif_dhcp_option_mode_t;

typedef enum {
  ESP_NETIF_SUBNET_MASK = 1,
  ESP_NETIF_DOMAIN_NAME_SERVER = 6,
  ESP_NETIF_ROUTER_SOLICITATION_ADDRESS = 32,
  ESP_NETIF_VENDOR_SPECIFIC_INFO = 43,
  ESP_NETIF_REQUESTED_IP_ADDRESS = 50,
  ESP_NETIF_IP_ADDRESS_LEASE_TIME = 51,
  ESP_NETIF_IP_REQUEST_RETRY_TIME = 52,
  ESP_NETIF_VENDOR_CLASS_IDENTIFIER = 60,
  ESP_NETIF_CAPTIVEPORTAL_URI = 114,
} esp_netif_dhcp_option_id_t;

typedef enum {
  IP_EVENT_STA_GOT_IP,
  IP_EVENT_STA_LOST_IP,
} ip_event_t;

ESP_EVENT_DECLARE_BASE(IP_EVENT);

typedef struct {
  esp_ip4_addr_t ip;
  esp_ip4_addr_t netmask;
  esp_ip4_addr_t gw;
} esp_netif_ip_info_t;

typedef struct {
  esp_netif_t* esp_netif;
  esp_netif_ip_info_t ip_info;
  bool ip_changed;
} ip_event_got_ip_t;

esp_err_t esp_netif_init(void);
esp_err_t esp_netif_set_hostname(esp_netif_t* esp_netif, const char* hostname);
esp_netif_t* esp_netif_get_handle_from_ifkey(const char* if_key);
/// @param name six bytes
esp_err_t esp_netif_get_netif_impl_name(esp_netif_t* esp_netif, char* name);
esp_err_t esp_netif_get_ip_info(esp_netif_t* esp_netif, esp_netif_ip_info_t* ip_info);
esp_err_t esp_netif_set_ip_info(esp_netif_t* esp_netif, const esp_netif_ip_info_t* ip_info);
esp_err_t esp_netif_set_dns_info(esp_netif_t* esp_netif, esp_netif_dns_type_t type,
                                 esp_netif_dns_info_t* dns);
esp_err_t esp_netif_dhcps_option(esp_netif_t* esp_netif, esp_netif_dhcp_option_mode_t opt_op,
                                 esp_netif_dhcp_option_id_t opt_id, void* opt_val,
                                 uint32_t opt_len);
esp_err_t esp_netif_dhcps_start(esp_netif_t* esp_netif);
esp_err_t esp_netif_dhcps_stop(esp_netif_t* esp_netif);
char* esp_ip4addr_ntoa(const esp_ip4_addr_t* addr, char* buf, int buflen);

#ifdef __cplusplus
}
#endif
